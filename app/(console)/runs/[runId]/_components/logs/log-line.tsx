import { classNames } from '#app/_components/ui/class-names.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import { type AnsiLook, ansiPieces } from './ansi.ts';

const colours: Record<string, string> = {
  black: 'text-faint',
  red: 'text-failed',
  green: 'text-completed',
  yellow: 'text-waiting',
  blue: 'text-running',
  magenta: 'text-paused',
  cyan: 'text-accent',
  white: 'text-ink',
};

const looks = ({ colour, isBold, isDim, isUnderlined }: AnsiLook) =>
  classNames(colour && colours[colour], isBold && 'font-semibold', isDim && 'opacity-70', isUnderlined && 'underline');

/** The text of one line in its colours, with what is searched for marked. */
export function LogText({ text, wanted }: { text: string; wanted: string }) {
  return ansiPieces(text).map(({ text: piece, look }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes, so its pieces keep their places
    <span key={index} className={looks(look)}>
      <Marked text={visibleText(piece)} wanted={wanted} />
    </span>
  ));
}

function Marked({ text, wanted }: { text: string; wanted: string }) {
  if (wanted === '') return text;
  const lower = text.toLowerCase();
  const parts: { text: string; isFound: boolean; at: number }[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push({ text: text.slice(from, at), isFound: false, at: from });
    parts.push({ text: text.slice(at, at + wanted.length), isFound: true, at });
    from = at + wanted.length;
  }
  parts.push({ text: text.slice(from), isFound: false, at: from });
  return parts
    .filter((part) => part.text !== '')
    .map((part) => (part.isFound ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>));
}
