import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useConfig } from '#console/api/config.ts';
import { useTenant } from '#console/api/tenant.ts';
import { LimitLink } from '#console/domain/limit-link.tsx';
import { links } from '#console/domain/links.ts';
import { useSentMessages, type SentMessage } from '#console/session/sent-messages.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { maskedNumber } from '#kit/ui/masked.tsx';
import { Section } from '#kit/ui/section.tsx';
import { wallTime } from '#rules/wall-time.ts';

export const isAbout = (
  { client, contract }: SentMessage,
  of: { client: string | null | undefined; number: string | null | undefined; sequence: number | null | undefined },
): boolean =>
  (of.sequence != null && contract === String(of.sequence)) || (contract === of.number && client === of.client);

/** This page's messages to a client or about one contract. The interface does not list other messages. */
export function Messages(props: {
  client: string | null | undefined;
  contract?: { number: string | null | undefined; sequence: number | null | undefined };
}) {
  const { client, contract } = props;
  const { href } = useTenant();
  const { timeZone } = useConfig();
  const list = useSentMessages().filter((it) =>
    contract ? isAbout(it, { client, ...contract }) : it.client === client,
  );
  return (
    <Section
      title="Messages"
      actions={
        <ActionButton
          operation="templateSend"
          size="small"
          to={href(links.messages({ client, contract: contract?.number }))}
        >
          Send a message
        </ActionButton>
      }
    >
      {list.length === 0 ? (
        <Typography color="textSecondary">
          None sent since you opened the page. Earlier messages aren’t kept: <LimitLink topic="sent-messages" />.
        </Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {list.map((it) => (
            <li key={it.messageId}>
              {wallTime(timeZone, new Date(it.at))}: {it.template} to {maskedNumber(it.to)},{' '}
              {it.status.groupName ?? 'no status'}
            </li>
          ))}
        </Box>
      )}
    </Section>
  );
}
