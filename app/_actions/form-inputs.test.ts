import { expect, test } from 'vitest';
import type { InputField, InputType } from '#lib/workflow/graph.ts';
import { formName, inputsAsIn, keptInputs, readFormInputs, textOfDefault } from './form-inputs.ts';

const field = (name: string, type: InputType, rest: Partial<InputField> = {}): InputField => ({
  name,
  type,
  required: false,
  description: null,
  ...rest,
});

function formOf(values: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(formName(name), value);
  return form;
}

test('each input is read as its type', async () => {
  const fields = [
    field('title', 'string'),
    field('count', 'integer'),
    field('tags', 'list'),
    field('extra', 'json'),
    field('publish', 'boolean'),
    field('other', 'boolean'),
  ];
  const form = formOf({ title: 'a', count: '3', tags: 'x\r\n\r\ny', extra: '{"a":[1]}', publish: 'true' });
  expect((await readFormInputs(fields, form)).inputs).toEqual({
    title: 'a',
    count: 3,
    tags: ['x', 'y'],
    extra: { a: [1] },
    publish: true,
    other: false,
  });
});

test('what cannot be read is a problem of its field, and the typed text is kept', async () => {
  const read = await readFormInputs(
    [field('count', 'number'), field('extra', 'json')],
    formOf({ count: 'many', extra: '{' }),
  );
  expect(Object.keys(read.problems)).toEqual(['count', 'extra']);
  expect(read.values).toEqual({ count: 'many', extra: '{' });
  expect(read.inputs).toEqual({});
});

test('an empty field leaves the default, and a wiped text is an empty text', async () => {
  const fields = [
    field('count', 'number', { default: 3 }),
    field('title', 'string', { default: 'a' }),
    field('q', 'text'),
  ];
  expect((await readFormInputs(fields, formOf({ count: '', title: '', q: '' }))).inputs).toEqual({ title: '' });
});

test('a secret is never sent back to the page', async () => {
  const read = await readFormInputs([field('key', 'secret')], formOf({ key: 'abcd' }));
  expect(read).toEqual({ inputs: { key: 'abcd' }, values: {}, problems: {} });
});

test('a chosen file is read with its bytes; none is chosen when the form sends an empty one', async () => {
  const form = new FormData();
  form.set(formName('report'), new File(['a,b\n'], 'report.csv'));
  form.set(formName('none'), new File([], ''));
  form.set(formName('other'), new File([], 'undefined'));
  const fields = [field('report', 'file'), field('none', 'file'), field('other', 'file')];
  const { inputs, values } = await readFormInputs(fields, form);
  expect(inputs).toEqual({ report: { name: 'report.csv', base64: btoa('a,b\n') } });
  expect(values).toEqual({});
});

test('secrets and files of an earlier run stay on the server; the form only knows that there are some', () => {
  const fields = [field('key', 'secret'), field('report', 'file'), field('none', 'secret'), field('title', 'string')];
  const given = { key: '[secret key 00]', report: { name: 'a.csv' }, none: null, title: 'x' };
  expect(inputsAsIn(fields, given).map((one) => one.default)).toEqual([undefined, undefined, undefined, 'x']);
  expect(keptInputs(fields, given)).toEqual(['key', 'report']);
});

test('a default is shown as one would type it', () => {
  expect(textOfDefault(field('a', 'list', { default: ['x', 'y'] }))).toBe('x\ny');
  expect(textOfDefault(field('a', 'json', { default: { b: 1 } }))).toBe('{\n  "b": 1\n}');
  expect(textOfDefault(field('a', 'boolean', { default: true }))).toBe('true');
  expect(textOfDefault(field('a', 'string'))).toBe('');
});
