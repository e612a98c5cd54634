import { runStatuses } from '#lib/engine/state.ts';
import { isWhen } from '#lib/runs/lists/when.ts';
import { type RunListFilter, readColumns } from '../../_client/run-list-filter.ts';

export type Query = Record<string, string | string[] | undefined>;

/** The choices of the form; besides them it has dates. */
export const presets = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
} as const;

export const betweenDates = 'dates';

/** What an address asks for, or a form that led there; what cannot be read filters nothing. */
export function readRunListFilter(params: Query): RunListFilter {
  const one = (name: string) => {
    const value = params[name];
    return (Array.isArray(value) ? value[0] : value)?.trim() || undefined;
  };
  const time = (name: string) => [one(name)].find((said) => said !== undefined && isWhen(said));
  const inputs = Object.keys(params).flatMap((name) => {
    const value = one(name);
    return name.startsWith('input.') && value ? [[name.slice('input.'.length), value]] : [];
  });
  const [name, value] = [one('input_name'), one('input_value')];
  const input = { ...Object.fromEntries(inputs), ...(name && value ? { [name]: value } : {}) };
  const filter: RunListFilter = {
    status: runStatuses.find((each) => each === one('status')),
    workflow: one('workflow'),
    q: one('q')?.replace(/^#/, ''),
    by: one('by'),
    // The form says with `when` what it means; addresses of ours have only the times themselves.
    ...(Object.hasOwn(presets, one('when') ?? '')
      ? { since: one('when') }
      : { since: time('since'), until: time('until') }),
    ended_since: time('ended_since'),
    asks: one('asks') === undefined ? undefined : true,
    input: Object.keys(input).length > 0 ? input : undefined,
    archived: one('archived') === undefined ? undefined : true,
    cursor: one('cursor'),
    columns: params.columns === undefined ? undefined : readColumns(one('columns') ?? ''),
  };
  return JSON.parse(JSON.stringify(filter));
}

/** The same as use cases take it. */
export const runsAsked = (filter: RunListFilter) => ({ ...filter, status: filter.status && [filter.status] });

/** What is chosen in the form's list of times. */
export function chosenTime({ since, until }: RunListFilter, params: Query): string {
  if (since && !until && Object.hasOwn(presets, since)) return since;
  return since || until || params.when === betweenDates ? betweenDates : '';
}
