// A console as a process of its own, on a data directory and workflows that a trial makes up; nothing of either is left.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Gatehouse, openConsole } from '../upgrade/console.ts';

type Nodes = Record<string, Record<string, unknown>>;

export type Trial = {
  directory: string;
  data: string;
  /** Starts it, or starts it again. */
  open(env?: Record<string, string>): Promise<Gatehouse>;
};

/** A workflow in JSON is one in YAML. */
export function prepareTrial(workflows: Record<string, { inputs?: unknown; nodes: Nodes }>): Trial {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-trial-'));
  const [data, files] = [join(directory, 'data'), join(directory, 'workflows')];
  for (const folder of [data, files]) mkdirSync(folder);
  for (const [name, workflow] of Object.entries(workflows)) {
    writeFileSync(join(files, `${name}.yaml`), JSON.stringify({ gatehouse: 1, name, ...workflow }));
  }
  let opened: Gatehouse | null = null;
  onTestFinished(async () => {
    await opened?.kill();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    directory,
    data,
    async open(env = {}) {
      opened = await openConsole(data, files, env);
      return opened;
    },
  };
}
