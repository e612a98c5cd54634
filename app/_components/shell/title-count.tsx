'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { myGatesQuery } from '../../_client/queries.ts';
import { titled } from '../titled.ts';

/** Keeps the count in the title of whatever page is shown: a page that is gone to brings its own title. */
export function TitleCount({ initial }: { initial: number }) {
  const { data: count = initial } = useQuery({ ...myGatesQuery, select: ({ counts }) => counts.mine });
  useEffect(() => {
    const write = () => {
      const wanted = titled(count, document.title);
      if (document.title !== wanted) document.title = wanted;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [count]);
  return null;
}
