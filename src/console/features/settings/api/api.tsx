import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useOpenApi } from '#console/api/openapi.ts';
import { useAdministered } from '#console/api/settings.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { capital } from '#console/domain/money-item/edited-text.ts';
import { SearchInput } from '#kit/form/plain-field.tsx';
import { foldMark } from '#kit/record/folded.tsx';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { Icon } from '#kit/ui/icons.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Page } from '#kit/ui/page.tsx';
import { PlainTable } from '#kit/ui/plain-table.tsx';
import { Section } from '#kit/ui/section.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { countText } from '#kit/ui/sums.ts';
import { folded } from '#rules/search-text.ts';
import { grouped } from '#rules/sums.ts';
import { SettingsTabs } from '../tabs.tsx';
import { apiCalls, tokenExample, type ApiCall, type ApiDocument } from './reference.ts';

function Example({ name, text }: { name: string; text: string }) {
  return (
    <Box sx={{ position: 'relative', my: 1 }}>
      <Box
        component="pre"
        role="group"
        tabIndex={0}
        aria-label={name}
        sx={{
          m: 0,
          p: 1.5,
          pr: 10,
          border: 1,
          borderColor: 'divider',
          borderRadius: 2,
          overflow: 'auto',
          maxHeight: 240,
          fontSize: '0.8125rem',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
      <Box sx={{ position: 'absolute', top: 8, right: 8 }}>
        <CopyButton name={name} text={text} />
      </Box>
    </Box>
  );
}

/** Descriptions have names between backticks. */
const Described = ({ children }: { children: string }) =>
  children.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

function Call({ call }: { call: ApiCall }) {
  const [isOpen, setOpen] = useState(false);
  const { summary, method, path, description, permissions, fields, curl } = call;
  return (
    <Box
      component="details"
      onToggle={(event) => setOpen((event.target as HTMLDetailsElement).open)}
      sx={{ borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}
    >
      <Box component="summary" sx={{ ...foldMark, minHeight: 40, flexWrap: 'wrap' }}>
        <Icon name="down" size={16} />
        <b>{summary}</b>
        <Muted component="span" sx={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
          {method} {path}
        </Muted>
      </Box>
      {isOpen && (
        <Box sx={{ pb: 2, pl: { sm: 3 } }}>
          {description && (
            <p>
              <Described>{description}</Described>
            </p>
          )}
          {permissions.length > 0 && <Muted>Needs {permissions.join(' or ')}.</Muted>}
          <Example name={`Example of ${summary}`} text={curl} />
          {fields.length > 0 && (
            <PlainTable
              label={`Fields of ${summary}`}
              maxHeight={420}
              sx={{ '& td:nth-of-type(1)': { whiteSpace: 'nowrap' } }}
              columns={[
                { label: 'Field', isHead: true },
                { label: 'In' },
                { label: 'Type', isWide: true },
                { label: 'Meaning' },
              ]}
              rows={fields.map((it) => ({
                key: `${it.place} ${it.name}`,
                cells: [
                  it.name,
                  `${it.place}${it.isRequired ? ', required' : ''}`,
                  it.type,
                  <Described key="text">{it.description}</Described>,
                ],
              }))}
            />
          )}
        </Box>
      )}
    </Box>
  );
}

function Reference({ calls }: { calls: readonly ApiCall[] }) {
  const [text, setText] = useState('');
  const sought = folded(useDeferredValue(text).trim());
  const found = useMemo(
    () => calls.filter((it) => folded(`${it.summary} ${it.method} ${it.path} ${it.id}`).includes(sought)),
    [calls, sought],
  );
  return (
    <>
      <Box component="search" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <SearchInput label="Find a call" hint="Name or path" value={text} onType={setText} />
        <Muted role="status">{countText(found.length, ['call', 'calls'])}</Muted>
      </Box>
      {found.length === 0 && (
        <EmptyState title={`No call has “${text.trim()}”`}>
          <Button onClick={() => setText('')}>Show all</Button>
        </EmptyState>
      )}
      {[...grouped(found, ({ tag }) => tag)].map(([tag, list]) => (
        <Section key={tag} title={capital(tag.replaceAll('-', ' '))}>
          {list.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </Section>
      ))}
    </>
  );
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <li>
    <b>{title}</b>
    {children}
  </li>
);

/** How a program of the merchant's calls the service: keys, a first call, and every call with its fields and an example. */
export function ApiPage() {
  const { merchant, product, href } = useTenant();
  const { mayView } = useAdministered();
  const read = useOpenApi<ApiDocument>();
  const { origin } = location;
  const calls = useMemo(
    () => read.data && apiCalls(read.data, { origin, merchant, product }),
    [read.data, origin, merchant, product],
  );
  const first = calls?.find(({ id }) => id === 'clientList');
  return (
    <Page title="Settings" tab="API" tabs={<SettingsTabs />}>
      <Stack spacing={3}>
        <Section title="A first call">
          <Box component="ol" sx={{ m: 0, pl: 2.5, '& > li + li': { mt: 1.5 } }}>
            <Step title="A program’s ID and secret">
              <p>
                {mayView ? (
                  <Link component={RouterLink} to={href(links.programs())}>
                    Add a program
                  </Link>
                ) : (
                  'An administrator adds a program'
                )}{' '}
                with the permissions that it needs. Its secret is shown once.
              </p>
            </Step>
            <Step title="A token, which is good for some minutes">
              <Example name="Example of a token" text={tokenExample(origin, merchant)} />
            </Step>
            <Step title="A call with it">
              {first ? <Example name="Example of a first call" text={first.curl} /> : <Skeletons rows={2} />}
            </Step>
          </Box>
          <Muted>
            Generators of clients read the same from <a href="/openapi.json">/openapi.json</a>.
          </Muted>
        </Section>
        {read.isPending && <Skeletons rows={10} />}
        {read.error && (
          <Notice tone="error" title="The calls could not be loaded">
            <Button onClick={() => void read.refetch()}>Try again</Button>
          </Notice>
        )}
        {calls && <Reference calls={calls} />}
      </Stack>
    </Page>
  );
}
