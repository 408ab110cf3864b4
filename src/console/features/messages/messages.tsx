import Stack from '@mui/material/Stack';
import { useConfig } from '../../api/config.ts';
import { MessageComposer } from './composer.tsx';
import { SentMessages } from './sent.tsx';
import { Forbidden } from '../../kit/ui/forbidden.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { Section } from '../../kit/ui/section.tsx';
import { useSentMessages } from '../../session/sent-messages.ts';

/** Template messages: the composer, and what this session has sent. */
export function Messages() {
  const { organisation } = useConfig();
  const sent = useSentMessages();
  return (
    <Page title="Messages" lead={`WhatsApp template messages, sent in the name of organisation ${organisation}.`}>
      <Forbidden operation="templateSend" />
      <Stack spacing={3}>
        <MessageComposer />
        {sent.length > 0 && (
          <Section title="Sent in this session">
            <SentMessages sent={sent} />
          </Section>
        )}
      </Stack>
    </Page>
  );
}
