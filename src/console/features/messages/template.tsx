import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useFormContext, useWatch } from 'react-hook-form';
import { useMessages } from '#console/api/access.ts';
import { ChoiceInput } from '#kit/form/choice-input.tsx';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { Tiles } from '#kit/ui/tiles.tsx';
import { isMedia, takesMedia, type Chosen, type MessageDraft } from './draft.ts';
import { fieldId, MessageField } from './field.tsx';
import { suggestedValues } from './suggested-values.ts';

type Faults = Partial<Record<keyof MessageDraft, string>>;

const asOptions = (codes: readonly string[]) => [...new Set(codes)].map((code) => ({ code, label: code }));
const headers = ['TEXT', 'DOCUMENT', 'IMAGE', 'VIDEO'];

/** The value of "Other template…". */
const other = ' other';

/** Sender and template: a configured one, or a typed name. */
export function TemplateFields({ chosen, faults }: { chosen: Chosen; faults: Faults }) {
  const { control, setValue } = useFormContext<MessageDraft>();
  const draft = useWatch({ control }) as MessageDraft;
  const { senders, templates } = useMessages();
  const set = <W extends keyof MessageDraft>(fields: Pick<MessageDraft, W>) => {
    for (const [fieldName, value] of Object.entries(fields))
      setValue(fieldName as keyof MessageDraft, value as string, { shouldDirty: true });
  };
  const languages = templates.filter((it) => it.name === draft.template).map((it) => it.language);
  const choose = (code: string | number | null) => {
    if (code === other) return set({ isOther: true, template: '', language: '', values: undefined });
    const template = String(code ?? '');
    const first = templates.find((it) => it.name === template);
    set({ isOther: false, template, language: first?.language ?? '', values: first && suggestedValues(first.text) });
  };
  return (
    <Paper component="section" variant="outlined" aria-label="Message" sx={{ p: 2 }}>
      <Tiles columns={'repeat(auto-fill, minmax(min(220px, 100%), 1fr))'}>
        {draft.isOther ? (
          <MessageField
            fieldName="template"
            label="Template"
            required
            wrong={faults.template}
            hint="Its approved name"
          />
        ) : (
          <ChoiceInput
            id={fieldId('template')}
            label="Template"
            required
            options={[
              ...asOptions(templates.map((it) => it.name)).map((it) => ({ ...it, label: readable(it.label) })),
              { code: other, label: 'Other template…' },
            ]}
            value={draft.template}
            onChoose={choose}
            error={faults.template}
          />
        )}
        {draft.isOther ? (
          <>
            <MessageField
              fieldName="language"
              label="Language"
              required
              wrong={faults.language}
              hint="The code it was approved in, such as en"
            />
            <PlainInput
              id={fieldId('count')}
              type="number"
              label="Number of values"
              value={draft.count}
              onChange={({ target }) => set({ count: Math.min(100, Math.max(0, Math.trunc(Number(target.value)))) })}
              min={0}
              max={100}
            />
            <MessageField
              fieldName="headerType"
              label="Header type"
              suggestions={headers}
              hint="As approved; leave empty if the template has no header"
            />
            {templates.length > 0 && (
              <Button
                sx={{ justifySelf: 'start' }}
                onClick={() => set({ isOther: false, template: '', language: '', values: undefined })}
              >
                Back to the listed templates
              </Button>
            )}
          </>
        ) : (
          <ChoiceInput
            id={fieldId('language')}
            label="Language"
            required
            options={asOptions(languages).map(({ code }) => ({ code, label: languageName(code) }))}
            value={draft.language}
            onChoose={(code) => set({ language: String(code ?? '') })}
            disabled={draft.template === ''}
            error={faults.language}
          />
        )}
        {takesMedia(draft, chosen) && (
          <>
            <MessageField
              fieldName="mediaUrl"
              label={`Address of the ${isMedia(chosen.header) ? chosen.header?.toLowerCase() : 'media'}`}
              required={isMedia(chosen.header)}
              placeholder="https://"
              wrong={faults.mediaUrl}
              hint="The file is fetched from this address. Every recipient gets the same file"
            />
            <MessageField fieldName="filename" label="File name" hint="As the recipient sees it" />
          </>
        )}
        {senders.length === 0 && (
          <MessageField fieldName="from" label="From" required wrong={faults.from} hint="A registered sender number" />
        )}
      </Tiles>
    </Paper>
  );
}

/** `payment_reminder` as text. */
const readable = (name: string): string => {
  const words = name.replace(/_/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** `English (en)`; unknown codes stay unchanged. */
function languageName(code: string): string {
  try {
    const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code.replace('_', '-'));
    return name ? `${name} (${code})` : code;
  } catch {
    return code;
  }
}
