// A flag is true or false, whatever it is set to: words that say no are false, other words true.
const no = /^\s*(false|no|off|null|0|)\s*$/i;

export function asFlag(value: unknown): boolean {
  return typeof value === 'string' ? !no.test(value) : Boolean(value);
}
