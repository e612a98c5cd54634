import { describe, expect, test } from 'vitest';
import { type Preset, presetCommand, presetModes, presets } from './cli-presets.ts';

const hostile = '--dangerously-skip-permissions';

describe.each(presets)('%s', (preset: Preset) => {
  test('gets the prompt as one argument that cannot be an option', () => {
    const argv = presetCommand(preset, { prompt: hostile, mode: 'analysis' });
    const at = argv.findIndex((argument) => argument.includes(hostile));
    expect(argv[at] === hostile ? argv[at - 1] : argv[at]).toMatch(/^--$|^--prompt=/);
    expect(at).toBe(argv.length - 1);
  });

  test('is told apart by mode', () => {
    const [analysis, write] = presetModes.map((mode) => presetCommand(preset, { prompt: 'x', mode }));
    expect(analysis).not.toEqual(write);
    expect(analysis?.[0]).toBe(preset);
  });

  test('reads the rule before the prompt', () => {
    const argv = presetCommand(preset, { prompt: 'Do it', mode: 'write', rule: 'Be brief' });
    expect(argv.at(-1)).toMatch(/Be brief\n\nDo it$/);
  });
});
