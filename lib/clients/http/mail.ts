// Sends one e-mail over SMTP. A password never crosses to another machine in the clear, and nothing in a message can make
// the library read a file or an address. The message id stays the same for each try, so that a mailbox can tell.
import { createTransport } from 'nodemailer';

const second = 1000;
const loopback = /^(localhost|127\.[\d.]+|\[::1\])$/;

export type Mail = { to: string; id: string; subject: string; text: string; html: string };

export async function sendMail({ smtpUrl, from }: { smtpUrl: string; from: string }, mail: Mail): Promise<void> {
  const { username, hostname } = new URL(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: username !== '' && !loopback.test(hostname),
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 20 * second,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: `<${mail.id}@gatehouse>`,
      headers: { 'X-Gatehouse-Delivery': mail.id, 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}
