import type { Console } from '#lib/console/console.ts';
import { type DiskUse, readDiskUseWithin } from '#lib/runs/upkeep/disk-use.ts';
import { lostDirectory } from '#lib/runs/upkeep/lost-runs.ts';
import { Panel } from '../../_components/ui/panel.tsx';
import { sizeWords } from '../runs/[runId]/_components/artifacts/artifact-kind.ts';
import { Fact } from './fact.tsx';

const patience = 500;

/** Measuring many files takes longer than a page may: then it says so, and the next look finds them measured. */
export async function Storage({ house }: { house: Console }) {
  const use = await readDiskUseWithin(house, patience);
  const troubles = house.trouble.list();
  return (
    <Panel heading="Storage" aside="measured at most once a minute">
      <dl className="divide-y divide-line-soft">
        {troubles.map(({ kind, message, since }) => (
          <Fact key={kind} name="Trouble">
            {message} Since {since}.
          </Fact>
        ))}
        {use ? (
          <>
            <Fact name="Free on the volume">
              {sizeWords(use.volume.free)} of {sizeWords(use.volume.size)}
            </Fact>
            <Fact name="Database">{sizeWords(use.database)}</Fact>
            <Fact name="Files of runs">{sizeWords(use.files)}</Fact>
            {use.lost.runs > 0 && (
              <Fact name="Files of unknown runs">
                {use.lost.runs} set aside, {sizeWords(use.lost.bytes)}, kept until you remove them, in{' '}
                {lostDirectory(house.env.dataDirectory)}
              </Fact>
            )}
          </>
        ) : (
          <Fact name="Files of runs">being measured; load this page again in a moment</Fact>
        )}
        <Fact name="Trouble when less is free" variable="GATEHOUSE_MIN_FREE_MB">
          {sizeWords(house.env.minFreeBytes)}
        </Fact>
        <Fact name="Ended runs are kept" variable="GATEHOUSE_KEEP_DAYS, GATEHOUSE_KEEP_RUNS">
          {retentionWords(house.env)}
        </Fact>
      </dl>
      {use && use.workflows.length > 0 && <ByWorkflow workflows={use.workflows} />}
    </Panel>
  );
}

function ByWorkflow({ workflows }: Pick<DiskUse, 'workflows'>) {
  return (
    <table className="w-full border-line border-t text-sm">
      <caption className="sr-only">Files by workflow</caption>
      <thead className="text-left text-faint text-xs">
        <tr>
          <th className="px-4 py-2 font-medium">Workflow</th>
          <th className="px-4 py-2 text-right font-medium">Runs</th>
          <th className="px-4 py-2 text-right font-medium">Files</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line-soft border-line-soft border-t">
        {workflows.map(({ workflow, runs, bytes }) => (
          <tr key={workflow}>
            <td className="break-all px-4 py-2 font-mono text-xs">{workflow}</td>
            <td className="px-4 py-2 text-right tabular-nums">{runs}</td>
            <td className="whitespace-nowrap px-4 py-2 text-right tabular-nums">{sizeWords(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function retentionWords({ keepDays, keepRuns }: Console['env']): string {
  const rules = [
    ...(keepDays === null ? [] : [`${keepDays} ${keepDays === 1 ? 'day' : 'days'}`]),
    ...(keepRuns === null ? [] : [`the newest ${keepRuns}`]),
  ];
  return rules.length === 0 ? 'for ever' : `${rules.join(', ')}; archived: for ever`;
}
