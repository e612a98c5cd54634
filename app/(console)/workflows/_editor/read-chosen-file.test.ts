import { expect, test } from 'vitest';
import { readChosenFile } from './read-chosen-file.ts';

const message = (words: RegExp) => ({ message: expect.stringMatching(words) });

test('a workflow file gives its text, and a name that a workflow may have', async () => {
  expect(await readChosenFile(new File(['a: 1\r\n'], 'My release (2).YML'))).toEqual({
    stem: 'My-release-2',
    text: 'a: 1\n',
  });
});

test('another kind of file, one that is too large and one that is no text are refused with the reason', async () => {
  expect(await readChosenFile(new File(['a'], 'notes.txt'))).toEqual(
    message(/^notes\.txt is no workflow file; .*\.yaml/),
  );
  expect(await readChosenFile(new File(['a'.repeat(600_000)], 'a.yaml'))).toEqual(message(/larger than 500 KB/));
  expect(await readChosenFile(new File([new Uint8Array([0xff, 0xfe, 0x00])], 'a.json'))).toEqual(message(/not UTF-8/));
});
