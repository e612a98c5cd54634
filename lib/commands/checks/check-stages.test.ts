// What `npm run check` stands for: a rule that is switched off would be missed by nobody.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkStages } from './check-stages.mjs';

const settings = (file: string) => JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));

test('the check is made of Biome with no warnings, the type checker and Knip', () => {
  const commands = checkStages.map(({ title, command }) => [title, ...command.slice(2)]);
  expect(commands).toEqual([
    ['Biome', 'check', '--error-on-warnings'],
    ['TypeScript', '--noEmit'],
    ['Knip', '--treat-config-hints-as-errors'],
  ]);
});

test('imports in circles, promises that nobody waits for and any are errors', () => {
  const { suspicious, nursery } = settings('biome.json').linter.rules;
  expect({ ...suspicious, ...nursery }).toMatchObject({
    noImportCycles: 'error',
    noFloatingPromises: 'error',
    noExplicitAny: 'error',
  });
});

test('types are checked strictly, in scripts, tests and browser stories too', () => {
  const { compilerOptions, include } = settings('tsconfig.json');
  expect(compilerOptions).toMatchObject({ strict: true, noUncheckedIndexedAccess: true, allowJs: true, checkJs: true });
  expect(include).toEqual(
    expect.arrayContaining(['*.js', 'lib/**/*.ts', 'lib/**/*.mjs', 'app/**/*.tsx', 'e2e/**/*.ts', 'e2e/**/*.mjs']),
  );
});
