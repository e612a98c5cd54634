// Effects on files of the workspace. Their paths are relative to it and never lead out (workspace-files).
import { z } from 'zod';
import type { NodeContext } from '../contract/node-context.ts';
import { computedPath, given, storeAs, stored } from './data-path.ts';
import { defineEffect, type EffectResult, mustBeGiven } from './define-effect.ts';

export const path = z.string().min(1).describe('Relative to the workspace');

async function readFile(ctx: NodeContext, from: string, name: string): Promise<EffectResult> {
  return stored(ctx.data, name, await ctx.files.read(ctx.data.renderText(from)));
}

/** Text is written as it is, anything else as its JSON. */
async function writeFile(ctx: NodeContext, to: string, content: unknown, append = false): Promise<EffectResult> {
  const value = ctx.data.render(content);
  const text = typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`;
  await ctx.files.write(ctx.data.renderText(to), text, { append });
  return {};
}

async function makeDirectory(ctx: NodeContext, at: string): Promise<EffectResult> {
  await ctx.files.makeDirectory(ctx.data.renderText(at));
  return {};
}

async function remove(ctx: NodeContext, at: string): Promise<EffectResult> {
  await ctx.files.remove(ctx.data.renderText(at));
  return {};
}

const readFileEffect = defineEffect(
  'read_file',
  { path, store_as: storeAs },
  {
    writes: (one) => [computedPath(one.store_as)],
    isRead: () => true,
    act: (one, ctx) => readFile(ctx, one.path, one.store_as),
  },
);

const globFiles = defineEffect(
  'glob_files',
  { pattern: z.string().min(1), store_as: storeAs },
  {
    writes: (one) => [computedPath(one.store_as)],
    isRead: () => true,
    act: async (one, ctx) => stored(ctx.data, one.store_as, await ctx.files.glob(ctx.data.renderText(one.pattern))),
  },
);

const writeFileEffect = defineEffect(
  'write_file',
  { path, content: given },
  { executes: (one) => [`write ${one.path}`], act: (one, ctx) => writeFile(ctx, one.path, one.content) },
);

const appendToFile = defineEffect(
  'append_to_file',
  { path, content: given },
  { executes: (one) => [`append to ${one.path}`], act: (one, ctx) => writeFile(ctx, one.path, one.content, true) },
);

const createDirectory = defineEffect(
  'create_directory',
  { path },
  { executes: (one) => [`make directory ${one.path}`], act: (one, ctx) => makeDirectory(ctx, one.path) },
);

const deleteFile = defineEffect(
  'delete_file',
  { path },
  { executes: (one) => [`delete ${one.path}`], act: (one, ctx) => remove(ctx, one.path) },
);

const words = { write: 'write', mkdir: 'make directory', delete: 'delete' };

const localFileOps = defineEffect(
  'local_file_ops',
  {
    operation: z.enum(['read', 'write', 'mkdir', 'delete']),
    path,
    content: z.unknown().optional().describe('What is written'),
    store_as: storeAs.optional().describe('Where what is read is kept'),
  },
  {
    writes: (one) => (one.store_as === undefined ? [] : [computedPath(one.store_as)]),
    fault({ operation, content, store_as }) {
      if (operation === 'write' && content === undefined) return { field: 'content', message: mustBeGiven };
      if (operation === 'read' && store_as === undefined) return { field: 'store_as', message: mustBeGiven };
      return null;
    },
    executes: ({ operation, path: at }) => (operation === 'read' ? [] : [`${words[operation]} ${at}`]),
    isRead: ({ operation }) => operation === 'read',
    act({ operation, path: at, content, store_as = '' }, ctx) {
      switch (operation) {
        case 'read':
          return readFile(ctx, at, store_as);
        case 'write':
          return writeFile(ctx, at, content);
        case 'mkdir':
          return makeDirectory(ctx, at);
        case 'delete':
          return remove(ctx, at);
      }
    },
  },
);

export const fileEffects = [
  readFileEffect,
  globFiles,
  writeFileEffect,
  appendToFile,
  createDirectory,
  deleteFile,
  localFileOps,
];
