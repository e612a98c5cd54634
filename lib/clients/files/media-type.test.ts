import { expect, test } from 'vitest';
import { mediaType } from './media-type.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');

test.each([
  ['shot.png', png, 'image/png'],
  ['shot.txt', png, 'image/png'],
  ['a.jpg', Buffer.from('ffd8ffe000104a46', 'hex'), 'image/jpeg'],
  ['a.gif', Buffer.from('GIF89a...'), 'image/gif'],
  ['a.webp', Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 '), 'image/webp'],
  ['paper.txt', Buffer.from('%PDF-1.7\n'), 'application/pdf'],
  ['a.wav', Buffer.from('RIFF\x01\x02\x03\x04WAVEfmt '), 'audio/wav'],
  ['a.mp3', Buffer.from('fffb9000', 'hex'), 'audio/mpeg'],
  ['a.mp3', Buffer.from('ID3\x04'), 'audio/mpeg'],
  ['a.ogg', Buffer.from('OggS\0'), 'audio/ogg'],
  ['utf16.txt', Buffer.from('fffe41004200', 'hex'), 'application/octet-stream'],
  ['a.webm', Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'), 'video/webm'],
  ['a.mp4', Buffer.from('\0\0\0\x20ftypisom\0\0'), 'video/mp4'],
  ['a.heic', Buffer.from('\0\0\0\x20ftypheic\0\0'), 'application/octet-stream'],
  ['fake.png', Buffer.from([1, 2, 0, 3]), 'application/octet-stream'],
  ['fake.png', Buffer.from('<script>'), 'text/plain'],
  ['page.html', Buffer.from('<script>'), 'text/plain'],
  ['drawing.svg', Buffer.from('<svg onload="x">'), 'text/plain'],
  ['notes.MD', Buffer.from('# Grüße'), 'text/markdown'],
  ['data.json', Buffer.from('{}'), 'application/json'],
  ['table.csv', Buffer.from('a,b'), 'text/csv'],
  ['stdout.log', Buffer.from(''), 'text/plain'],
  ['no-extension', Buffer.from('text'), 'text/plain'],
  ['latin1.txt', Buffer.from([0x47, 0x72, 0xfc, 0xdf]), 'application/octet-stream'],
])('%s holding %j is told by its bytes', (name, bytes, type) => {
  expect(mediaType(name, bytes)).toBe(type);
});

test('a character cut at the end of the first bytes does not make text binary', () => {
  expect(mediaType('a.txt', Buffer.from('Grüße').subarray(0, 3))).toBe('text/plain');
});
