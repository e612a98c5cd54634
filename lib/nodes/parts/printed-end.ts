// What of a program's output stands in an error: its end, where the reason usually is. The logs have all of it.
const longestInError = 16 * 1024;
const longestLine = 500;

export const beginningLeftOut = '[the beginning is in the logs]';

export function printedEnd(text: string): string {
  return text.length <= longestInError ? text : `${beginningLeftOut}\n${text.slice(-longestInError)}`;
}

/** Where a program says why it ended. */
export function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.trim().slice(0, longestLine) ?? '';
}
