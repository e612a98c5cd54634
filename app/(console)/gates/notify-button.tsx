'use client';
import { Bell, BellOff, BellRing } from 'lucide-react';
import { useNotices, wantNotices } from '../../_client/notices.ts';
import { Button } from '../../_components/ui/button.tsx';

/** Nothing is asked of the reader before they press it. */
export function NotifyButton() {
  const notices = useNotices();
  if (notices === 'none') return null;
  if (notices === 'blocked') {
    return (
      <span
        title="Notifications of this site are switched off in the browser"
        className="inline-flex items-center gap-1.5 text-mute text-xs phone:hidden [&>svg]:size-3.5"
      >
        <BellOff aria-hidden />
        Notifications are blocked
      </span>
    );
  }
  const isOn = notices === 'on';
  return (
    <Button
      aria-pressed={isOn}
      title={isOn ? 'This browser tells you of new gates that are yours' : 'Have this browser tell you of new gates'}
      onClick={() => wantNotices(!isOn)}
    >
      {isOn ? <BellRing aria-hidden className="text-accent" /> : <Bell aria-hidden />}
      <span className="phone:sr-only">Notify me</span>
    </Button>
  );
}
