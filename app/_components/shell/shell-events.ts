// How a button anywhere on a page asks the shell to open one of its overlays.
export type Overlay = 'palette' | 'help';

const eventName = 'gatehouse:overlay';

export function openOverlay(overlay: Overlay): void {
  dispatchEvent(new CustomEvent(eventName, { detail: overlay }));
}

export function onOverlay(listener: (overlay: Overlay) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<Overlay>).detail);
  addEventListener(eventName, handle);
  return () => removeEventListener(eventName, handle);
}
