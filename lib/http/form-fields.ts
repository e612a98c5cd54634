// The fields of a form. A form has only text: where a field wants something else its text is read as JSON, or all texts of
// that name as a list. One that is empty counts as not given; names that the schema does not know are not looked at.
import type { z } from 'zod';
import { checkFields } from './read-body.ts';

export function readFormFields<Schema extends z.ZodObject>(schema: Schema, form: FormData | URLSearchParams) {
  const given = Object.entries(schema.shape).flatMap(([name, field]) => {
    const texts = form
      .getAll(name)
      .flatMap((value) => (typeof value === 'string' && value.trim() ? [value.trim()] : []));
    const [text] = texts;
    if (text === undefined) return [];
    const ways = [text, parsed(text), texts].filter((way) => way !== undefined);
    return [[name, ways.find((way) => (field as z.ZodType).safeParse(way).success) ?? text]];
  });
  return checkFields(schema, Object.fromEntries(given));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
