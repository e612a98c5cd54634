'use client';
// A value that a hand moves: shown at once, written to the address when the hand rests. Going back in the browser moves it too.
import { useEffect, useRef, useState } from 'react';

const rest = 120;

export function useRested<Value extends string | number | null>(inAddress: Value, write: (value: Value) => void) {
  const [value, setValue] = useState(inAddress);
  const [rested, setRested] = useState(inAddress);
  const written = useRef(inAddress);
  const latestWrite = useRef(write);
  useEffect(() => {
    latestWrite.current = write;
  });
  useEffect(() => {
    if (value === written.current) return;
    const timer = setTimeout(() => {
      written.current = value;
      setRested(value);
      latestWrite.current(value);
    }, rest);
    return () => clearTimeout(timer);
  }, [value]);
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setValue(inAddress);
    setRested(inAddress);
  }, [inAddress]);
  return { value, rested, setValue };
}
