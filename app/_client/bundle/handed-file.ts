'use client';
// A bundle that was dropped on one page and is opened by another.
let handed: File | null = null;

export function handOver(file: File): void {
  handed = file;
}

/** Once: who comes back to the page later chooses again. */
export function takeHanded(): File | null {
  const file = handed;
  handed = null;
  return file;
}
