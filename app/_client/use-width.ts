'use client';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** How wide an element is; `usual` before it is measured. */
export function useWidth<Measured extends HTMLElement>(usual: number): [RefObject<Measured | null>, number] {
  const element = useRef<Measured>(null);
  const [width, setWidth] = useState(usual);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
