import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { gateLinkError } from '../../http/linked-gate.ts';
import type { ArtifactRecord } from '../../store/contract/artifacts.ts';
import { scratchGate } from '../../testing/scratch-gate.ts';
import { decidedGatePage, openGatePage } from './gate-page.ts';
import type { GatePageData, ShownItem } from './gate-page-data.ts';

const at = Date.parse('2026-11-16T12:12:00.000Z');
const data = (changes: Partial<GatePageData['gate']> = {}, items: ShownItem[] = []): GatePageData => ({
  workflow: 'Release notes',
  runId: 'run-000001',
  gate: { ...scratchGate, ...changes },
  items,
  shown: 'hash',
  linkExpiresAt: '2026-11-23T12:00:00.000Z',
});
const open = (page: GatePageData) => openGatePage({ data: page, token: 'T', nonce: 'N', at }).text();
const artifact = (name: string): ArtifactRecord => ({
  id: name,
  run: 'run-1',
  node: 'draft',
  visit: 1,
  attempt: 1,
  name,
  type: 'text/plain',
  size: 10,
  sha256: '',
  seq: 1,
  file: '',
});

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</textarea><svg onload=alert(1)>',
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '[click](javascript:alert(1))',
  '[click](https://evil.example/"onclick="alert(1))',
  '**<b onclick=alert(1)>**',
  '`</code><script>alert(1)</script>`',
  '```\n</pre><iframe src=//evil.example>\n```',
  '- <details open ontoggle=alert(1)>',
  '&lt;script&gt;',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '\u202e<x>\u200b',
];

/** Every tag of the page: what is not one of ours must have come from the hostile text. */
function tagsOf(page: string): string[] {
  return [...page.replace(/<style>.*?<\/style>|<script>.*?<\/script>/gs, '').matchAll(/<[^>]*>/g)].map(([tag]) => tag);
}

test.each(hostile)('%j cannot become markup anywhere on the page', async (text) => {
  const page = data(
    {
      message: `Title\n\n${text}`,
      options: [{ id: text, label: text, description: text, style: 'primary', leads_to: text }],
      fields: ['string', 'text', 'choice', 'boolean', 'json', 'list', 'number'].map((type) => ({
        name: text,
        type,
        label: text,
        description: text,
        required: true,
        required_for: [text],
        default: text,
        choices: [text],
      })),
      opened_at: '2026-11-16T12:00:00.000Z',
    },
    [
      { kind: 'text', label: text, text },
      { kind: 'image', label: null, artifact: artifact(text) },
      { kind: 'document', label: null, artifact: artifact(`${text}.md`), text, isCut: true },
      { kind: 'document', label: text, artifact: artifact('a.diff'), text: `+${text}\n-${text}`, isCut: false },
      { kind: 'file', label: text, artifact: artifact(text) },
    ],
  );
  page.workflow = text;
  const problems = [{ field: text, message: text }];
  const form = new URLSearchParams({ name: text, comment: text, [`values.${text}`]: text });
  const pages = [
    await open(page),
    await openGatePage({ data: page, token: 'T', nonce: 'N', at, typed: { form, message: text, problems } }).text(),
    await decidedGatePage(
      data({
        status: 'answered',
        answer: { option: text, values: {}, comment: text, by: text, via: 'link:1', at: '2026-11-16T12:00:00.000Z' },
      }),
      'others',
    ).text(),
  ];
  for (const html of pages) {
    for (const tag of tagsOf(html)) {
      expect(tag).not.toMatch(
        /<(iframe|details|b onclick|x>|!--)|<svg (?!class="glyph"|viewBox)|<img (?!src="\/g\/T\/a\/)/,
      );
      // Attribute values aside, no tag of ours has a handler.
      expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/ on\w+|javascript:/);
    }
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/href="(?!\/g\/T\/a\/|data:image)/);
    // Controls keep a value exactly as it is; everything that is only read shows hidden characters.
    const read = html.replace(/"[^"]*"|<textarea.*?<\/textarea>/gs, '');
    expect(read).not.toMatch(/[\u202e\u200b]/);
    if (text.includes('\u202e') && html.includes('<textarea')) {
      expect(html).toContain('Has characters that do not show: ⟨U+202E⟩&lt;x&gt;⟨U+200B⟩');
    }
  }
});

test('the page shows the question, what each button leads to, and a plain form', async () => {
  const html = await open(data({ expires_at: '2026-11-18T13:00:00.000Z', expires_then: 'no' }));
  for (const text of [
    'Do these notes say what changed?',
    'Release notes',
    '#run-00',
    'asked',
    '12 min ago',
    '2 days left',
    'then: push',
    'needed for Write again',
    'Your name',
    'Opening this page decided nothing.',
    'Write again.',
  ]) {
    expect(html).toContain(text);
  }
  expect(html.match(/<button class="opt/g)).toHaveLength(2);
  expect(html).toContain('name="option" value="yes"');
});

test('a gate that several people decide says how far it has come', async () => {
  const vote = { option: 'yes', by: 'ann', via: 'link:1', at: '2026-11-16T12:01:00.000Z' };
  expect(await open(data({ kind: 'approval', quorum: 3, votes: [vote] }))).toContain('1 of 3 approvals so far');
  expect(await open(data())).not.toContain('so far');
});

test('Enter in a text box presses no option: the form’s default button is disabled', async () => {
  const html = await open(data());
  expect(html.indexOf('<button disabled hidden>')).toBeLessThan(html.indexOf('<button class="opt'));
});

test('what was typed is kept, with what is wrong beside it', async () => {
  const form = new URLSearchParams({ name: 'Ada', comment: 'hm', 'values.note': 'Too <short>' });
  const typed = { form, message: 'Nothing was decided yet.', problems: [{ field: 'note', message: 'Say more.' }] };
  const response = openGatePage({ data: data(), token: 'T', nonce: 'N', typed, status: 422, at });
  const html = await response.text();
  expect(response.status).toBe(422);
  for (const text of [
    'value="Ada"',
    'hm</textarea>',
    'Too &lt;short&gt;</textarea>',
    'Say more.',
    'aria-invalid="true"',
  ]) {
    expect(html).toContain(text);
  }
});

test('an answered gate says who, when and what; the browser that answered reads "You"', async () => {
  const answer = { option: 'yes', values: {}, comment: null, by: 'Ada', via: 'link:1', at: '2026-11-16T12:31:00.000Z' };
  const page = data({ status: 'answered', answer });
  const later = await decidedGatePage(page, 'others').text();
  expect(later).toMatch(/Answered at <time[^>]*>2026-11-16 12:31 UTC<\/time> by <b>Ada<\/b>: Publish\./);
  expect(await decidedGatePage(page, 'yours').text()).toMatch(/You answered at .*The run goes on\./);
  expect(later).not.toContain('<form');
  expect(await decidedGatePage(data({ status: 'closed' }), 'others').text()).toContain('This question is closed');
});

test('the page is small, names no other site, and its policy allows exactly its own style and script', async () => {
  const response = openGatePage({ data: data(), token: 'T', nonce: 'N', at });
  const html = await response.text();
  expect(html.length).toBeLessThan(20 * 1024);
  expect(html.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//);
  const policy = response.headers.get('content-security-policy') as string;
  const hashes = [...html.matchAll(/<(?:style|script)>(.*?)<\/(?:style|script)>/gs)].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text as string)
        .digest('base64')}'`,
  );
  expect(hashes).toHaveLength(2);
  for (const hash of hashes) expect(policy).toContain(hash);
  expect(policy).not.toContain('unsafe');
  expect(html).not.toMatch(/ style=/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('strict-origin');
  expect(response.headers.get('x-robots-tag')).toContain('noindex');
});

test('every link that does not work gets the same bytes', async () => {
  const pages = await Promise.all(
    ['expired', 'revoked'].map((why) => gateLinkError(new AppError('not_found', why)).text()),
  );
  expect(pages[0]).toBe(pages[1]);
});

test('images that follow each other stand side by side, texts are rendered as they read', async () => {
  const image = { kind: 'image', label: null, artifact: artifact('a.png') } as const;
  const text = { kind: 'text', label: null, text: '# Head\n\n**bold** words' } as const;
  const html = await open(data({}, [image, text, image, image]));
  expect(html.match(/<div class="pair">.*?<\/section><\/div>/gs)).toHaveLength(1);
  expect(html.match(/<img /g)).toHaveLength(3);
  expect(html).toContain('<h2>Head</h2>');
});
