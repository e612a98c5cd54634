/** Whose gates the inbox shows: those asked of the reader, all of them, or those that wait too long. */
export type GateView = 'mine' | 'all' | 'overdue';

export function readGateView(given: string | string[] | undefined): GateView {
  return given === 'mine' || given === 'overdue' ? given : 'all';
}
