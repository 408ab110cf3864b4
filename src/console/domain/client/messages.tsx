import Box from '@mui/material/Box';
import { useConfig } from '#console/api/config.ts';
import { useSentMessages, type SentMessage } from '#console/session/sent-messages.ts';
import { maskedNumber } from '#kit/ui/masked.tsx';
import { Section } from '#kit/ui/section.tsx';
import { wallTime } from '#rules/wall-time.ts';

export const isAbout = (
  { client, contract }: SentMessage,
  of: { client: string | null | undefined; number: string | null | undefined; sequence: number | null | undefined },
): boolean =>
  (of.sequence != null && contract === String(of.sequence)) || (contract === of.number && client === of.client);

/** This page's messages to a client or about one contract, once there is one: the interface lists no other messages. */
export function Messages(props: {
  client: string | null | undefined;
  contract?: { number: string | null | undefined; sequence: number | null | undefined };
}) {
  const { client, contract } = props;
  const { timeZone } = useConfig();
  const list = useSentMessages().filter((it) =>
    contract ? isAbout(it, { client, ...contract }) : it.client === client,
  );
  if (list.length === 0) return null;
  return (
    <Section title="Messages">
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {list.map((it) => (
          <li key={it.messageId}>
            {wallTime(timeZone, new Date(it.at))}: {it.template} to {maskedNumber(it.to)},{' '}
            {it.status.groupName ?? 'no status'}
          </li>
        ))}
      </Box>
    </Section>
  );
}
