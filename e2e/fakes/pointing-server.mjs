// An MCP server for tests that has a screen and a page: texts of two apps, windows, and a snapshot whose references are good
// for one look. `click` fails as often as the first argument says.
import { writeFileSync } from 'node:fs';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const texts = [
  { text: 'Login Button', x: 10, y: 20, app_name: 'Shop' },
  { text: 'Send', x: 30, y: 40, app_name: 'Mail' },
];
const tinyPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
let failures = Number(process.argv[2] ?? 0);
let looks = 0;

const server = new McpServer({ name: 'pointing', version: '1.0.0' });
/** @type {(value: unknown) => { content: { type: 'text', text: string }[] }} */
const json = (value) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
});
/** @type {(name: string, inputSchema: import('zod').ZodRawShape, answer: (given: any) => any) => unknown} */
const tool = (name, inputSchema, answer) => server.registerTool(name, { description: name, inputSchema }, answer);

tool('find_text', { text: z.string(), app_name: z.string().optional() }, ({ text, app_name }) => {
  const there = texts.filter((one) => app_name === undefined || one.app_name === app_name);
  const matches = there.filter((one) => one.text === text);
  return json(matches.length > 0 ? matches : { matches, available_elements: there.map((one) => one.text) });
});
tool('click', { x: z.number(), y: z.number() }, (given) => {
  if (failures-- > 0) return { isError: true, ...json('the click missed') };
  return json({ clicked: given });
});
tool('list_windows', {}, () =>
  json([
    { pid: 70, app_name: 'Shop', title: 'Front page' },
    { pid: 80, app_name: 'Mail' },
  ]),
);
tool('focus_window', { pid: z.number().optional(), app_name: z.string().optional() }, (given) => json(given));
tool('take_screenshot', { mode: z.string().optional(), include_ocr: z.boolean().optional() }, () => ({
  content: [{ type: 'image', data: tinyPng, mimeType: 'image/png' }],
}));
tool('browser_snapshot', {}, () => {
  looks += 1;
  return json(
    `### Page\n\`\`\`yaml\n- document [ref=e${looks}1]:\n  - heading "Welcome" [level=1] [ref=e${looks}2]\n` +
      `  - button "Sign \\"in\\"" [ref=e${looks}3] [cursor=pointer]\n  - generic [ref=e${looks}4]: Only text here\n\`\`\``,
  );
});
tool('browser_navigate', { url: z.string() }, ({ url }) => json(`### Page\n- Page URL: ${url}\n- Page Title: Welcome`));
tool('browser_take_screenshot', { filename: z.string() }, ({ filename }) => {
  writeFileSync(filename, Buffer.from(tinyPng, 'base64'));
  return json(`- [Screenshot of viewport](./${filename})`);
});
tool('browser_hover', { element: z.string().optional(), target: z.string() }, (given) => json(given));
tool('browser_click', { element: z.string(), ref: z.string() }, (given) => json(given));

await server.connect(new StdioServerTransport());
