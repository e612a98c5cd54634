// Effects on a configuration file of the workspace, in YAML or JSON: the whole of it read, one entry of it set.
import { z } from 'zod';
import { keeps } from '../contract/field-kinds.ts';
import { computedPath, given, storeAs, stored } from './data-path.ts';
import { defineEffect } from './define-effect.ts';
import { path } from './files.ts';

const file = path.default('config.yaml');

const readConfig = defineEffect(
  'read_config',
  { path: file, store_as: storeAs },
  {
    writes: (one) => [computedPath(one.store_as)],
    isRead: () => true,
    act: async (one, ctx) => stored(ctx.data, one.store_as, await ctx.files.readConfig(ctx.data.renderText(one.path))),
  },
);

const writeConfigEntry = defineEffect(
  'write_config_entry',
  {
    path: z.string().min(1).describe('The place in the file, like sources[0].url or sources[id=docs].url'),
    value: keeps(given),
    file,
  },
  {
    executes: (one) => [`set ${one.path} in ${one.file}`],
    async act(one, ctx) {
      const { renderText, render } = ctx.data;
      await ctx.files.writeConfigEntry(renderText(one.file), renderText(one.path), render(one.value));
      return {};
    },
  },
);

export const configEffects = [readConfig, writeConfigEntry];
