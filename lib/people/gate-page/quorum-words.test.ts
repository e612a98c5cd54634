import { expect, test } from 'vitest';
import { quorumWords } from './quorum-words.ts';

const vote = (option: string, by: string) => ({ option, by, via: 'link', at: '' });

test('a gate with a quorum says how far it has come', () => {
  expect(quorumWords({ kind: 'approval', quorum: 3 })).toBe('0 of 3 approvals so far');
  expect(quorumWords({ kind: 'approval', quorum: 3, votes: [vote('yes', 'a'), vote('yes', 'b')] })).toBe(
    '2 of 3 approvals so far',
  );
  expect(quorumWords({ kind: 'question', quorum: 2, votes: [vote('red', 'a'), vote('blue', 'b')] })).toBe(
    '1 of 2 equal votes so far',
  );
});

test('a gate that one person decides says nothing of votes', () => {
  expect(quorumWords({ kind: 'approval' })).toBeNull();
});
