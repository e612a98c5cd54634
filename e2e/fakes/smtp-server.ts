// A mail server for tests: says what SMTP wants to hear, keeps every message as it came, refuses when it was told to.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export type KeptMail = { from: string; to: string[]; raw: string };

/** A text part without its transfer encoding. */
export function mailPart({ raw }: KeptMail, type: 'text/plain' | 'text/html'): string {
  const part = raw.split(/\n--[^\n]+\n/).find((text) => text.toLowerCase().startsWith(`content-type: ${type}`)) ?? '';
  const [head = '', ...body] = part.split('\n\n');
  const text = body.join('\n\n');
  if (/encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString();
  if (!/encoding: quoted-printable/i.test(head)) return text;
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

async function converse(socket: Socket, refuses: () => boolean, keep: (mail: KeptMail) => void): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`);
  const address = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';
  let mail: KeptMail = { from: '', to: [], raw: '' };
  let isData = false;
  say('220 fake ESMTP');
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (isData) {
      if (line !== '.') {
        mail.raw += `${line.replace(/^\./, '')}\n`;
        continue;
      }
      isData = false;
      keep(mail);
      mail = { from: '', to: [], raw: '' };
      say('250 kept');
      continue;
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') mail.from = address(line);
    if (verb === 'RCPT') mail.to.push(address(line));
    if (verb === 'DATA') {
      isData = true;
      say('354 go on');
    } else if (verb === 'QUIT') {
      socket.end('221 bye\r\n');
    } else {
      say(verb === 'RCPT' && refuses() ? '451 not now' : '250 ok');
    }
  }
}

export async function startSmtpServer() {
  const mails: KeptMail[] = [];
  let refusals = 0;
  let changed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    const refuses = () => refusals > 0 && refusals-- > 0;
    converse(socket, refuses, (mail) => {
      mails.push(mail);
      changed.resolve();
      changed = Promise.withResolvers();
    }).catch(() => socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    mails,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuseNext: () => {
      refusals += 1;
    },
    async until(isSo: (mails: KeptMail[]) => boolean): Promise<KeptMail[]> {
      while (!isSo(mails)) await changed.promise;
      return mails;
    },
    stop: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
