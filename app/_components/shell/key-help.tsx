import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { commandKey, keyList, runKeyList } from './keys.ts';
import { useCommandKey } from './use-command-key.ts';

function KeyTable({ heading, rows }: { heading: string; rows: typeof keyList }) {
  const command = useCommandKey();
  return (
    <section className="min-w-0 flex-1">
      <h3 className="mb-1 font-medium text-faint text-xs">{heading}</h3>
      <dl>
        {rows.map(({ keys, does }) => (
          <div key={does} className="flex min-h-8 items-center gap-3 border-line-soft border-b text-sm last:border-0">
            <dt className="flex w-20 shrink-0 gap-1">
              {keys.map((key, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice, and the list never changes
                <Kbd key={index}>{key === commandKey ? command : key}</Kbd>
              ))}
            </dt>
            <dd className="text-mute">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog heading="Keys" size="md" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <KeyTable heading="Everywhere" rows={keyList} />
        <KeyTable heading="On a run" rows={runKeyList} />
        <p className="text-faint text-xs">Single keys can be switched off in Settings.</p>
      </div>
    </Dialog>
  );
}
