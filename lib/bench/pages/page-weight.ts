import { paths } from '../../paths.ts';
import type { GateView } from '../../runs/views.ts';
import { oneGate, rounds } from '../bench-workflows.ts';
import { below, type Measure } from '../measurement.ts';
import { endedRun, startedRun, withBrowser } from './bench-browser.ts';
import { weighPage } from './weigh-page.ts';

const mostScript = 250;
const mostHtml = 150;
const mostGate = 20;

/** What comes over the wire: the scripts of a run that waits, the HTML of a long run, the page behind a gate link. */
export const pageWeight: Measure = () =>
  withBrowser(async ({ console, open }) => {
    const waiting = await startedRun(console, oneGate, ({ status }) => status === 'waiting');
    const long = await endedRun(console, rounds(2500));
    const [gate] = waiting.gates as [GateView];
    const link = await console.api<{ url: string }>('POST', paths.api.gateLinks(waiting.id, gate.id), {});
    const run = await open((page) => weighPage(page, console.address + paths.run(waiting.id)));
    const large = await open((page) => weighPage(page, console.address + paths.run(long.id)));
    const asked = await open((page) => weighPage(page, link.url));
    const pages = { run, large, asked };
    const kilobytes = (what: keyof typeof pages, kind: 'html' | 'script') => pages[what][kind] / 1000;
    return [
      below(
        kilobytes('run', 'script'),
        mostScript,
        'KB',
        `of a waiting run; of a long one ${kilobytes('large', 'script').toFixed(0)} KB`,
        'script',
      ),
      below(
        kilobytes('large', 'html'),
        mostHtml,
        'KB',
        `${long.seq} events; of a short one ${kilobytes('run', 'html').toFixed(0)} KB`,
        'HTML',
      ),
      below(
        kilobytes('asked', 'html') + kilobytes('asked', 'script'),
        mostGate,
        'KB',
        'behind a link, all of it',
        'gate',
      ),
    ];
  });
