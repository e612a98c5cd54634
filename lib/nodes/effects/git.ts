// Effects on git repositories of the workspace. Git gets what is written here as arguments, never as options, asks nobody
// for a password, and looks for a repository no higher than the workspace.
import { z } from 'zod';
import type { CommandResult, NodeContext } from '../contract/node-context.ts';
import { computedPath, storeAs } from './data-path.ts';
import { defineEffect, type EffectResult, mustBeGiven } from './define-effect.ts';
import { path } from './files.ts';
import { kept, runProgram } from './outside.ts';

type Clone = { url: string; dest: string; branch?: string | undefined; depth: number };

/** A folder that only looks like a repository brings its own settings, and those can name programs. */
const safely = ['protocol.ext.allow=never', 'core.fsmonitor=false', 'safe.bareRepository=explicit'].flatMap((one) => [
  '-c',
  one,
]);

async function git(ctx: NodeContext, args: string[], cwd: string): Promise<CommandResult> {
  // Refuses a path that leads out of the workspace, links included.
  await ctx.files.list(cwd);
  const argv = ['git', ...safely, ...args];
  const env = { GIT_TERMINAL_PROMPT: '0', GIT_CEILING_DIRECTORIES: `${ctx.workspace}/..` };
  const command = args.find((arg, index) => arg !== '-c' && args[index - 1] !== '-c');
  return runProgram(ctx, { argv, cwd, env }, `git ${command}`);
}

async function clone(ctx: NodeContext, { url, dest, branch, depth }: Clone): Promise<EffectResult> {
  const { renderText } = ctx.data;
  const [source, directory] = [renderText(url), renderText(dest)];
  const options = await ctx.repositoryOptions(source, source === url);
  await ctx.files.makeDirectory(directory);
  const args = [
    ...options,
    'clone',
    ...(depth > 0 ? [`--depth=${depth}`] : []),
    ...(branch === undefined ? [] : [`--branch=${renderText(branch)}`]),
    '--',
    source,
    directory,
  ];
  await git(ctx, args, '.');
  return {};
}

/** A host may be another one than it was when the repository was cloned; a folder stays what it was. */
async function fetching(ctx: NodeContext, cwd: string): Promise<string[]> {
  const { stdout } = await git(ctx, ['config', '--default', '', '--get', 'remote.origin.url'], cwd);
  const origin = stdout.trim();
  const isFolder = origin.startsWith('/') || origin.startsWith('file:///') || origin === '';
  return ctx.repositoryOptions(origin, isFolder);
}

async function pull(ctx: NodeContext, repository: string): Promise<EffectResult> {
  const cwd = ctx.data.renderText(repository);
  await git(ctx, [...(await fetching(ctx, cwd)), 'pull', '--ff-only', '--no-rebase'], cwd);
  return {};
}

async function fetchAll(ctx: NodeContext, repository: string): Promise<EffectResult> {
  const cwd = ctx.data.renderText(repository);
  await git(ctx, [...(await fetching(ctx, cwd)), 'fetch'], cwd);
  return {};
}

async function getSha(ctx: NodeContext, repository: string, name: string): Promise<EffectResult> {
  const { stdout } = await git(ctx, ['rev-parse', '--verify', 'HEAD'], ctx.data.renderText(repository));
  return kept(ctx.data, name, stdout.trim());
}

const url = z.string().min(1);
const branch = z.string().min(1).optional();
const depth = z.number().int().min(0).default(1).describe('How many commits back; 0 is all of them');

const cloneRepo = defineEffect(
  'clone_repo',
  { url, dest: path, branch, depth },
  { executes: (one) => [`git clone ${one.url} ${one.dest}`], act: (one, ctx) => clone(ctx, one) },
);

const getShaEffect = defineEffect(
  'get_sha',
  { repo_path: path, store_as: storeAs },
  {
    writes: (one) => [computedPath(one.store_as)],
    isRead: () => true,
    act: (one, ctx) => getSha(ctx, one.repo_path, one.store_as),
  },
);

const gitPull = defineEffect(
  'git_pull',
  { repo_path: path },
  { executes: (one) => [`git pull in ${one.repo_path}`], act: (one, ctx) => pull(ctx, one.repo_path) },
);

const gitFetch = defineEffect(
  'git_fetch',
  { repo_path: path },
  { executes: (one) => [`git fetch in ${one.repo_path}`], act: (one, ctx) => fetchAll(ctx, one.repo_path) },
);

const needs = {
  clone: ['url', 'dest'],
  pull: ['repo_path'],
  fetch: ['repo_path'],
  'get-sha': ['repo_path', 'store_as'],
} as const;

const gitOpsLocal = defineEffect(
  'git_ops_local',
  {
    operation: z.enum(['clone', 'pull', 'fetch', 'get-sha']),
    url: url.optional(),
    dest: path.optional(),
    branch,
    depth,
    repo_path: path.optional(),
    store_as: storeAs.optional(),
  },
  {
    writes: (one) => (one.store_as === undefined ? [] : [computedPath(one.store_as)]),
    fault(one) {
      const field = needs[one.operation].find((name) => one[name] === undefined);
      return field ? { field, message: mustBeGiven } : null;
    },
    executes({ operation, url: from, dest, repo_path }) {
      if (operation === 'get-sha') return [];
      return [operation === 'clone' ? `git clone ${from} ${dest}` : `git ${operation} in ${repo_path}`];
    },
    isRead: ({ operation }) => operation === 'get-sha',
    act(one, ctx) {
      const { operation, url: from = '', dest = '', repo_path = '', store_as = '' } = one;
      switch (operation) {
        case 'clone':
          return clone(ctx, { ...one, url: from, dest });
        case 'pull':
          return pull(ctx, repo_path);
        case 'fetch':
          return fetchAll(ctx, repo_path);
        case 'get-sha':
          return getSha(ctx, repo_path, store_as);
      }
    },
  },
);

export const gitEffects = [cloneRepo, getShaEffect, gitPull, gitFetch, gitOpsLocal];
