// What a browser says of itself is a history of browsers. People want to know which one it was, and where it ran.
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).*\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox 140 on macOS"; whatever is not known stays as it is. */
export function agentWords(agent: string): string {
  const browser = browsers.flatMap(([pattern, name]) => {
    const version = pattern.exec(agent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1];
  if (browser === undefined) return agent;
  return system === undefined ? browser : `${browser} on ${system}`;
}
