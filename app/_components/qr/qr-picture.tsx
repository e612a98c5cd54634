import { qrCode } from './qr-code.ts';

/** As many squares of margin as readers want. */
const margin = 4;

/** A text to be read by a camera: dark on white whatever the theme is, because many readers take nothing else. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const grid = qrCode(text);
  if (!grid) return null;
  const size = grid.length + 2 * margin;
  const runs = grid.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index + margin} ${y + margin}h${run.length}v1h-${run.length}z`),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-lg border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={runs.join('')} fill="#000" />
    </svg>
  );
}
