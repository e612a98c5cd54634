// Which image another one is compared with when nobody has said: what stood there before.
type Image = { id: string; node: string; name: string };

/** The last one before it of the same node and name; else of the node, else of that name, else any; at last the one after it. */
export function imageBefore<One extends Image>(images: readonly One[], image: One): One | null {
  const index = images.findIndex(({ id }) => id === image.id);
  const before = images.slice(0, Math.max(0, index));
  return (
    before.findLast(({ node, name }) => node === image.node && name === image.name) ??
    before.findLast(({ node }) => node === image.node) ??
    before.findLast(({ name }) => name === image.name) ??
    before.at(-1) ??
    images[index + 1] ??
    null
  );
}
