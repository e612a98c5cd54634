'use client';
import { useEffect } from 'react';
import { keyIsTaken } from '../key-is-taken.ts';

/**
 * `a` goes to the first open gate, or unfolds the first of a list. Digits choose an option that can be seen, and Enter on it
 * confirms: no single key answers.
 */
export function useGateKeys() {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (keyIsTaken(event)) return;
      const card = document.querySelector<HTMLElement>('[data-gate="open"]');
      if (event.key === 'a') {
        if (card) toGate(card);
        else document.querySelector<HTMLElement>('[data-answer]')?.click();
      } else if (card && /^[1-9]$/.test(event.key)) chooseOption(card, event.key);
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function toGate(card: HTMLElement) {
  card.scrollIntoView({ block: 'center' });
  card.querySelector<HTMLElement>('form :is(input, textarea, select):not([name="comment"]), form button')?.focus();
}

function chooseOption(card: HTMLElement, digit: string) {
  const button = card.querySelector<HTMLButtonElement>(`button[data-digit="${digit}"]`);
  if (!button || button.disabled) return;
  const { top, bottom } = button.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) return;
  button.focus();
}
