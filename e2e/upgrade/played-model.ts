// What the model says, in the runs of a fixture and when they go on.
import { type Asked, type FakeReply, startModelServer } from '../fakes/model-server.ts';

function reply({ messages }: Asked): FakeReply {
  if (JSON.stringify(messages).includes('Say something.')) return { text: 'something' };
  if (messages.at(-1)?.role === 'tool') return { text: 'written:' };
  return { calls: [{ name: 'write_file', arguments: { path: 'notes.md', content: 'a draft' } }] };
}

export const startPlayedModel = () => startModelServer(reply);
