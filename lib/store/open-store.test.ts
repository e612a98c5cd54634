import { expect, onTestFinished, test } from 'vitest';
import { temporaryDatabase } from '../testing/temporary-database.ts';
import { openStore } from './open-store.ts';

test('a file: address is a SQLite database, whatever options follow its path', async () => {
  const { file, remove } = temporaryDatabase();
  onTestFinished(remove);
  for (const url of [`file:${file}`, `file:${file}?connection_limit=1`]) {
    const store = await openStore(url);
    await store.saveSetting('key', url);
    expect(await store.readSetting('key')).toBe(url);
    await store.close();
  }
});

test('another scheme is refused with what to do, and without the password in it', async () => {
  const opening = openStore('postgresql://gatehouse:hunter2@localhost/gatehouse');
  await expect(opening).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('DATABASE_URL'),
  });
  await expect(opening).rejects.not.toThrow('hunter2');
});
