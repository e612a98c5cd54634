import { PersonMark } from '#app/_components/person-mark.tsx';
import type { RunEvent } from '#lib/engine/events.ts';
import { visibleText } from '#lib/html/visible-text.ts';
import type { Naming } from '../naming.ts';
import { eventPerson } from './event-person.ts';
import { eventWords } from './event-words.ts';

/** An event in words. Whoever did it is marked in the sentence, where it names them. */
export function EventSentence({ event, naming }: { event: RunEvent; naming: Naming }) {
  const words = visibleText(eventWords(event, naming));
  const person = eventPerson(event);
  const name = person === null ? '' : visibleText(person);
  const at = name === '' ? -1 : words.indexOf(name);
  if (at < 0) return words;
  return (
    <>
      {words.slice(0, at)}
      <PersonMark name={name} />
      {words.slice(at + name.length)}
    </>
  );
}
