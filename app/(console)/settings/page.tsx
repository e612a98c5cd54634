import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { AllowedHost, Env } from '#lib/env.ts';
import { enterPage } from '#lib/http/enter-page.ts';
import { paths } from '#lib/paths.ts';
import { may } from '#lib/people/may.ts';
import { findStuckRuns } from '#lib/runs/upkeep/stuck-runs.ts';
import { listAllowed, listServers } from '#lib/runs/walls/list-servers.ts';
import { wallState } from '#lib/runs/walls/wall-words.ts';
import { readPreferences } from '../../_actions/preferences.ts';
import { PageHeader } from '../../_components/page-header.tsx';
import { PaletteButton } from '../../_components/shell/palette-button.tsx';
import { Button } from '../../_components/ui/button.tsx';
import { ButtonLink } from '../../_components/ui/button-link.tsx';
import { CodeBlock } from '../../_components/ui/code-block.tsx';
import { Panel } from '../../_components/ui/panel.tsx';
import { Fact } from './fact.tsx';
import { Notifications } from './notifications.tsx';
import { PreferenceChoice } from './preference-choice.tsx';
import { AllowedStarts, Servers } from './servers.tsx';
import { Storage } from './storage.tsx';
import { StuckRuns } from './stuck-runs.tsx';

export const metadata: Metadata = { title: 'Settings' };

const hostWords = ({ host, port }: AllowedHost) => (port === null ? host : `${host}:${port}`);

const inMegabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;
const limitWords = ({ file, output, memory, cpu, openFiles, processes }: Env['commandLimits']) =>
  `a file of ${inMegabytes(file)}, ${inMegabytes(output)} of output, ${inMegabytes(memory)} of memory, ${cpu} s of work, ${openFiles} open files, ${processes} processes`;

export default async function SettingsPage() {
  if (!may((await enterPage('see')).actor, 'administer')) redirect(paths.profile());
  const { house, actor } = await enterPage('administer');
  const [preferences, servers, allowed, wall, stuck] = await Promise.all([
    readPreferences(),
    listServers(house),
    listAllowed(house),
    wallState(house),
    findStuckRuns(house),
  ]);
  const env = house.env;
  const base = env.publicUrl ?? `http://localhost:${env.port}`;
  return (
    <>
      <PageHeader heading="Settings" actions={<PaletteButton />} />
      <div className="flex w-full max-w-4xl flex-col gap-4 p-5 phone:p-4">
        <Panel heading="Look and keys">
          <div className="divide-y divide-line-soft">
            <PreferenceChoice name="theme" label="Theme" current={preferences.theme} />
            <PreferenceChoice name="rail" label="Rail" current={preferences.rail} />
            <PreferenceChoice
              name="keys"
              label="Single keys"
              current={preferences.keys}
              description="Keys like / and g r. The command palette opens either way."
            />
          </div>
        </Panel>
        <Panel heading="You">
          <div className="flex flex-wrap items-center gap-3 px-4 py-3 text-sm">
            <p className="flex-1 phone:basis-full">
              Signed in as <strong className="font-semibold">{actor.name}</strong>
            </p>
            <ButtonLink href={paths.people()}>People and groups</ButtonLink>
            <ButtonLink href={paths.profile()}>My profile</ButtonLink>
            <form action={paths.signOut()} method="post">
              <Button type="submit" variant="danger">
                Sign out
              </Button>
            </form>
          </div>
        </Panel>
        <Panel heading="Configuration" aside="from the environment, read at start">
          <dl className="divide-y divide-line-soft">
            <Fact name="Address for links" variable="GATEHOUSE_URL">
              {env.publicUrl ?? 'not set: links begin with the address in your browser'}
            </Fact>
            <Fact name="Listens on" variable="HOST, PORT">
              {env.host}:{env.port}
            </Fact>
            <Fact name="Data" variable="GATEHOUSE_DATA">
              {env.dataDirectory}
            </Fact>
            <Fact name="Workflows" variable="GATEHOUSE_WORKFLOWS">
              {env.workflowsDirectory}
            </Fact>
            <Fact name="Runs at once" variable="GATEHOUSE_CONCURRENCY">
              {env.concurrency}
            </Fact>
            <Fact name="Wall around commands" variable="GATEHOUSE_SANDBOX">
              {wall}
            </Fact>
            <Fact name="One command may reach" variable="GATEHOUSE_COMMAND_…">
              {limitWords(env.commandLimits)}
            </Fact>
            <Fact name="Folders that commands may read" variable="GATEHOUSE_FOLDERS">
              {env.folders.join(', ') || 'none'}
            </Fact>
            <Fact name="Model" variable="GATEHOUSE_MODEL">
              {env.openai.model ?? 'none: a node that lets a model work fails and asks'}
            </Fact>
            <Fact name="Hosts for web_fetch" variable="GATEHOUSE_FETCH_ALLOW">
              {env.fetchAllowed.map(hostWords).join(', ') || 'only public ones'}
            </Fact>
          </dl>
        </Panel>
        <Notifications house={house} />
        <Storage house={house} />
        <StuckRuns runs={stuck} />
        <Servers servers={servers} />
        <AllowedStarts allowed={allowed} />
        <Panel heading="Audit log">
          <div className="flex flex-wrap items-center gap-3 px-4 py-3 text-sm">
            <p className="flex-1 text-mute">
              Everything that people and tokens do, in a chain that shows when it was changed. Answers are signed with
              key <span className="font-mono text-xs">{house.signer.id}</span>.
            </p>
            <ButtonLink href={paths.audit()}>Open the log</ButtonLink>
          </div>
        </Panel>
        <Panel heading="API">
          <div className="flex flex-col gap-2.5 px-4 py-3 text-sm">
            <p className="text-mute">
              Programs send the owner’s token. It is the value of{' '}
              <code className="font-mono text-xs">GATEHOUSE_TOKEN</code>, or was made at the first start and is kept in
              the data directory, readable only by you.
            </p>
            <CodeBlock label="Example requests">
              {[
                `curl -H "Authorization: Bearer $GATEHOUSE_TOKEN" ${base}${paths.api.runs()}`,
                `curl -H "Authorization: Bearer $GATEHOUSE_TOKEN" -H "Content-Type: application/json" \\`,
                `  -d '{"workflow": "hello-gates", "inputs": {}}' ${base}${paths.api.runs()}`,
              ].join('\n')}
            </CodeBlock>
          </div>
        </Panel>
      </div>
    </>
  );
}
