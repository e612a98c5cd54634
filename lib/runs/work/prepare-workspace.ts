// What a run's workspace begins with: nothing, a repository, a copy of a folder, or the folder itself. It is there whole or
// not at all: made under another name beside its place and renamed, once for all branches, before the first node acts.
// A shared folder is never made, copied or removed: it belongs to somebody else.

import { existsSync, realpathSync } from 'node:fs';
import { mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isInside, runDirectory } from '../../clients/files/files.ts';
import { pinFromWorkspace } from '../../clients/files/pinned-instructions.ts';
import { workspaceFiles } from '../../clients/files/workspace-files.ts';
import { repositoryOptions } from '../../clients/http/repository-address.ts';
import type { Needs } from '../../console/console.ts';
import { scopeAt } from '../../engine/scope.ts';
import type { RunState } from '../../engine/state.ts';
import { AppError, messageOf } from '../../errors.ts';
import type { CommandResult, NodeContext } from '../../nodes/contract/node-context.ts';
import { ClientFailure } from '../../nodes/parts/client-failure.ts';
import { type Values, wholeValue } from '../../nodes/parts/large-value.ts';
import type { Graph } from '../../workflow/graph.ts';
import { instructionsOf } from '../../workflow/named-instructions.ts';
import { hasTemplate, renderValue } from '../../workflow/template.ts';
import { copyTree } from './copy-files.ts';
import { valuesNow } from './run-values.ts';

type Origin = NonNullable<Graph['workspace']> & { isWritten: boolean };
type Context = Pick<NodeContext, 'runCommand' | 'signal'>;

const isDirectory = async (path: string) => (await stat(path).catch(() => null))?.isDirectory() === true;

type Rendering = { graph: Graph; state: RunState; values: Values };

function workedOut({ graph, state, values }: Rendering, text: string): unknown {
  const options = { now: state.updated_at, missing: graph.missing, values };
  return wholeValue(renderValue(text, scopeAt(graph, state, null, {}, values), options), values);
}

function rendered(rendering: Rendering, field: string, text: string): string {
  const value = workedOut(rendering, text);
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new Error(`workspace.${field} is "${text}", which gives ${value === '' ? 'nothing' : JSON.stringify(value)}`);
}

/** What its author has written down as the value of an input is the author's word too. */
function asByDefault({ graph, state, values }: Rendering, field: string, text: string): string | null {
  const inputs = Object.fromEntries(graph.inputs.map((input) => [input.name, input.default ?? null]));
  try {
    return rendered({ graph, state: { ...state, inputs }, values }, field, text);
  } catch {
    return null;
  }
}

/** Whoever starts a run chooses among the folders that the administrator has listed. */
function checkListed({ env }: Needs<'env'>, folder: string): void {
  const place = resolve(folder);
  const real = existsSync(place) ? realpathSync(place) : place;
  if (env.folders.some((listed) => isInside(listed, place) && isInside(realpathSync(listed), real))) return;
  throw new Error(`"${folder}" was chosen for this run, but is in no folder that GATEHOUSE_FOLDERS lists`);
}

/** A plain path is taken from where the console was started; what has a scheme or a host is an address. */
const isAddress = (source: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(source) || /^[^/]*:/.test(source);

function originOf(house: Needs<'env'>, graph: Graph, state: RunState): Origin | null {
  if (!graph.workspace) return null;
  const rendering = { graph, state, values: valuesNow(house, state) };
  const { from, source, ref } = graph.workspace;
  // Whoever starts the run may leave it open: "${inputs.folder ?? null}".
  if (workedOut(rendering, source) === null) return null;
  const chosen = rendered(rendering, from, source);
  const isWritten = !hasTemplate(source) || chosen === asByDefault(rendering, from, source);
  if (!isWritten && !isAddress(chosen)) checkListed(house, chosen);
  return {
    ...graph.workspace,
    source: chosen,
    isWritten,
    ref: ref === null ? null : rendered(rendering, 'ref', ref),
  };
}

/** The folder of this machine that the workspace begins with; null when it begins empty or comes from elsewhere. */
export function originFolder(house: Needs<'env'>, graph: Graph, state: RunState): string | null {
  const source = originOf(house, graph, state)?.source ?? '';
  return isAbsolute(source) ? source : null;
}

/** Where a new run will work: its own folder, or the one it shares. What the file says about it must hold at the start. */
export async function workspaceFor(house: Needs<'env'>, graph: Graph, state: RunState): Promise<string> {
  try {
    const origin = originOf(house, graph, state);
    if (origin?.mode !== 'shared') return state.workspace;
    const { source } = origin;
    if (!isAbsolute(source)) throw new Error(`workspace.path "${source}" is not absolute; a shared folder must be`);
    if (!(await isDirectory(source))) throw new Error(`workspace.path "${source}" is not a folder; create it first`);
    const [real, data] = [await realpath(source), await realpath(house.env.dataDirectory)];
    if (isInside(data, real) || isInside(real, data)) {
      const where = isInside(data, real) ? 'is in' : 'holds';
      throw new Error(`workspace.path "${source}" ${where} the console’s own data directory; choose another folder`);
    }
    return resolve(source);
  } catch (error) {
    const message = messageOf(error);
    throw new AppError('invalid_inputs', `The run cannot start: ${message}`, {
      details: { problems: [{ input: 'workspace', message }] },
    });
  }
}

/** `reveal` puts the run's secrets in the place of their markers. */
export async function prepareWorkspace(
  house: Needs<'env' | 'workspaces'>,
  graph: Graph,
  state: RunState,
  ctx: Context,
  reveal: <T>(value: T) => T,
): Promise<void> {
  const { workspace } = state;
  if (await isDirectory(workspace)) return;
  try {
    const origin = reveal(originOf(house, graph, state));
    if (!origin) await mkdir(workspace, { recursive: true });
    else if (origin.mode === 'shared') throw new Error(`the shared folder "${workspace}" is gone`);
    else {
      const directory = runDirectory(house.env.dataDirectory, state.workflow, state.run);
      const look = (folder: string) =>
        pinFromWorkspace(workspaceFiles(house, folder), directory, instructionsOf(graph));
      await once(house, workspace, ctx, () => fill(house, origin, workspace, ctx, look));
    }
  } catch (error) {
    throw new ClientFailure('workspace', `The workspace could not be prepared: ${messageOf(error)}`, { cause: error });
  }
}

/** Branches that start together wait for the first of them; when that one is stopped, the next one tries. */
async function once(
  house: Needs<'workspaces'>,
  workspace: string,
  { signal }: Context,
  make: () => Promise<void>,
): Promise<void> {
  const underWay = house.workspaces;
  while (!(await isDirectory(workspace))) {
    const others = underWay.get(workspace);
    if (others) {
      await others.catch(() => {});
      signal.throwIfAborted();
      continue;
    }
    const own = make().finally(() => underWay.delete(workspace));
    underWay.set(workspace, own);
    return own;
  }
}

/** `look` at what came, before anybody has worked in it. */
async function fill(
  house: Needs<'env'>,
  origin: Origin,
  workspace: string,
  ctx: Context,
  look: (folder: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(workspace);
  await mkdir(parent, { recursive: true });
  const temporary = join(parent, `${basename(workspace)}.partial`);
  // What a console that was killed had begun.
  await rm(temporary, { recursive: true, force: true });
  if (origin.from === 'git') await cloneInto(house, origin, temporary, ctx);
  else await copyInto(house, origin.source, temporary, ctx.signal);
  await look(temporary);
  await rename(temporary, workspace);
}

/** The real place of a folder to copy: what the console or another run keeps is not for this one. */
async function foreignFolder(source: string, data: string): Promise<string> {
  const from = await realpath(resolve(source)).catch(() => resolve(source));
  if (isInside(data, from)) throw new Error(`"${source}" is in the console’s own data directory`);
  return from;
}

async function copyInto(house: Needs<'env'>, source: string, temporary: string, signal: AbortSignal): Promise<void> {
  if (!(await isDirectory(resolve(source)))) throw new Error(`"${source}" is not a folder`);
  const data = await realpath(house.env.dataDirectory);
  const from = await foreignFolder(source, data);
  await mkdir(temporary);
  await copyTree(from, temporary, from, (path) => {
    signal.throwIfAborted();
    // The copy must not contain itself, nor what other runs made.
    return path !== data;
  });
}

async function cloneInto(
  house: Needs<'env'>,
  { source, ref, isWritten }: Origin,
  temporary: string,
  ctx: Context,
): Promise<void> {
  if (!isAddress(source)) await foreignFolder(source, await realpath(house.env.dataDirectory));
  // Whoever starts a run may choose a folder, as with "path"; an address is held to what may be fetched.
  const options = await repositoryOptions(house, { source, isWritten, within: null });
  const git = async (...args: string[]): Promise<CommandResult> =>
    ctx.runCommand({
      argv: ['git', '-c', 'protocol.ext.allow=never', ...options, ...args],
      cwd: temporary,
      fills: { folder: temporary, from: isAddress(source) ? null : resolve(source) },
      // Nobody is there to type a password.
      env: { GIT_TERMINAL_PROMPT: '0' },
    });
  const check = ({ exit_code, stderr }: CommandResult, what: string) => {
    if (exit_code !== 0) throw new Error(`${what}: ${stderr.trim().split('\n').at(-1) || 'git was ended'}`);
  };
  await mkdir(temporary);
  const repository = isAddress(source) ? source : resolve(source);
  const clone = await git('clone', '--no-hardlinks', '--progress', '--', repository, temporary);
  check(clone, `"${source}" could not be cloned`);
  if (ref === null) return;
  const commit = (name: string) =>
    git('-C', temporary, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  const found = [await commit(ref), await commit(`origin/${ref}`)].find(({ exit_code }) => exit_code === 0);
  if (!found) throw new Error(`"${source}" has no branch, tag or commit "${ref}"`);
  const checkout = await git('-C', temporary, 'checkout', '--quiet', '--detach', found.stdout.trim());
  check(checkout, `"${ref}" could not be checked out`);
}
