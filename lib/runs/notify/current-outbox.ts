import { singleton } from '../../singleton.ts';

export type Outbox = { ring(): void; stop(): Promise<void> };
const holder = () => singleton<{ outbox: Outbox | null }>('outbox', () => ({ outbox: null }));

export function setOutbox(outbox: Outbox | null): void {
  holder().outbox = outbox;
}

/** Null when the configuration names nobody to tell. */
export function currentOutbox(): Outbox | null {
  return holder().outbox;
}
