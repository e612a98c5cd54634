'use client';
// Tells the reader of new gates that are theirs, if they wanted that. Of all tabs the one that reads the change stream
// speaks, so that each gate is told once; what was answered is taken back.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { visibleText } from '#lib/html/visible-text.ts';
import { paths } from '#lib/paths.ts';
import type { InboxGate } from '#lib/runs/views.ts';
import { type Look, lookAt, noticeKey } from '../../_client/fresh-gates.ts';
import { readNotices } from '../../_client/notices.ts';
import { type GatePage, myGatesQuery } from '../../_client/queries.ts';
import { useReadsChanges } from '../../_client/use-changes.tsx';
import { useGoTo } from '../../_client/wanted-page.ts';
import { gateTitle } from '../gate-title.ts';

/** More at once are told as a number. */
const mostAtOnce = 3;

export function GateNotices() {
  const isSpeaker = useReadsChanges();
  const { data } = useQuery(myGatesQuery);
  const goTo = useGoTo();
  const look = useRef<Look | null>(null);
  const told = useRef(new Map<string, Notification>());

  const show = (title: string, body: string, tag: string, address: string) => {
    const notice = new Notification(title, { body, tag });
    notice.onclick = () => {
      window.focus();
      notice.close();
      goTo(address);
    };
    return notice;
  };
  const tellOf = (gate: InboxGate) =>
    show(
      `${visibleText(gate.run_name)} asks`,
      gateTitle(gate.message) || visibleText(gate.node_name),
      noticeKey(gate),
      paths.gateInInbox(gate.run, gate.id),
    );

  const see = useEffectEvent(({ gates, counts }: GatePage) => {
    const seen = lookAt(look.current, gates, counts.mine);
    look.current = seen.look;
    const open = new Set(gates.map(noticeKey));
    for (const [key, notice] of told.current) {
      if (!seen.look.isWhole || open.has(key)) continue;
      notice.close();
      told.current.delete(key);
    }
    if (!isSpeaker || seen.fresh.length === 0 || readNotices() !== 'on') return;
    if (seen.fresh.length > mostAtOnce) {
      show('Gatehouse', `${seen.fresh.length} new gates wait for you`, 'gates', paths.gates());
      return;
    }
    for (const gate of seen.fresh) told.current.set(noticeKey(gate), tellOf(gate));
  });
  useEffect(() => {
    if (data) see(data);
  }, [data]);
  return null;
}
