// What the lines of a YAML file are, as far as colouring needs to know. The lines of a block scalar (`key: |`) are text,
// whatever they look like.
export type YamlLine =
  | { kind: 'comment' | 'text' | 'plain'; text: string }
  | { kind: 'key'; indent: string; name: string; rest: string };

const keyLine = /^(\s*(?:- +)*)([A-Za-z_][\w-]*):(?=\s|$)/;
const blockStart = /(?:^|\s)[|>][1-9]?[+-]?[1-9]?\s*(?:#.*)?$/;

const indentOf = (line: string) => line.length - line.trimStart().length;

export function yamlLines(source: string): YamlLine[] {
  /** Lines indented further than this belong to a block scalar. */
  let block: number | null = null;
  return source.split('\n').map((text): YamlLine => {
    if (block !== null && (text.trim() === '' || indentOf(text) > block)) return { kind: 'text', text };
    block = null;
    if (/^\s*#/.test(text)) return { kind: 'comment', text };
    const key = keyLine.exec(text);
    if (blockStart.test(text)) block = key ? (key[1]?.length ?? 0) : indentOf(text);
    if (!key) return { kind: 'plain', text };
    const [whole, indent = '', name = ''] = key;
    return { kind: 'key', indent, name, rest: text.slice(whole.length) };
  });
}
