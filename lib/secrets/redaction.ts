// Finds words in a text and puts others in their place, the longest of those that begin first. A stream gives the same
// result however it is cut: what could be the beginning of a word is kept back until more is known.
export type Word = { text: string; as: string };
export type Redactor = {
  /** What of the text so far is certain. */
  push(text: string): string;
  /** What was kept back, as if nothing more came. */
  rest(): string;
};
export type Redaction = { redact(text: string): string; stream(): Redactor };

export function createRedaction(given: Word[]): Redaction {
  const words = given.filter(({ text }) => text !== '').sort((a, b) => b.text.length - a.text.length);
  const longest = words[0]?.text.length ?? 0;
  const shortest = words.at(-1)?.text.length ?? 0;
  const byFirst = Map.groupBy(words, ({ text }) => text[0] as string);

  /** Everything that begins before `until`; returns also where the undecided rest begins. */
  function replace(text: string, until: number): { done: string; from: number } {
    if (text.length < shortest) return { done: text.slice(0, until), from: Math.min(until, text.length) };
    const next = words.map((word) => text.indexOf(word.text));
    let done = '';
    let from = 0;
    for (;;) {
      let best = -1;
      for (let index = 0; index < words.length; index++) {
        const at = next[index] as number;
        if (at === -1) continue;
        const found = at >= from ? at : text.indexOf((words[index] as Word).text, from);
        next[index] = found;
        if (found !== -1 && found < until && (best === -1 || found < (next[best] as number))) best = index;
      }
      if (best === -1) break;
      const { text: word, as } = words[best] as Word;
      done += text.slice(from, next[best]) + as;
      from = (next[best] as number) + word.length;
    }
    const end = Math.max(from, Math.min(until, text.length));
    return { done: done + text.slice(from, end), from: end };
  }

  function firstUndecided(text: string): number {
    for (let at = Math.max(0, text.length - longest + 1); at < text.length; at++) {
      const rest = text.slice(at);
      const isBeginning = ({ text: word }: Word) => word.length > rest.length && word.startsWith(rest);
      if (byFirst.get(text[at] as string)?.some(isBeginning)) return at;
    }
    return text.length;
  }

  const redact = (text: string) => replace(text, text.length).done;
  return {
    redact,
    stream() {
      let held = '';
      return {
        push(text) {
          const all = held + text;
          const { done, from } = replace(all, firstUndecided(all));
          held = all.slice(from);
          return done;
        },
        rest: () => redact(held),
      };
    },
  };
}
