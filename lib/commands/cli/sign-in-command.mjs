import { callJson } from './console-client.mjs';

export const signInCommand = {
  usage: 'sign-in',
  summary: 'print a fresh one-time sign-in link',
  async execute() {
    const { url } = await callJson('/api/sign-in-links', { method: 'POST', body: '{}' });
    console.log(url);
  },
};
