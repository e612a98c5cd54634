// The images of a run on the time axis: each at its moment, and where they would lie over each other a stack of them.
import { positionOf, type TimeScale } from './time-scale.ts';

export type Frame<Image> = { left: number; images: Image[] };

/** `thumb` is how much of the width a picture takes. The last of them ends with the axis. */
export function filmFrames<Image extends { at: number }>(
  scale: TimeScale,
  images: readonly Image[],
  thumb: number,
): Frame<Image>[] {
  const frames: Frame<Image>[] = [];
  for (const image of images.toSorted((a, b) => a.at - b.at)) {
    if (image.at < scale.start || image.at > scale.end) continue;
    const left = Math.max(0, Math.min(positionOf(scale, image.at), 1 - thumb));
    const last = frames.at(-1);
    if (last && left - last.left < thumb) last.images.push(image);
    else frames.push({ left, images: [image] });
  }
  return frames;
}
