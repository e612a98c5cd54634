'use client';
// To know the id of a called run is to hash: only pages of runs that call others load what does it.
import { lazyPart } from '#app/_client/lazy-part.tsx';

export const CalledRunLink = lazyPart(() => import('./called-run-anchor.tsx').then((module) => module.CalledRunAnchor));
