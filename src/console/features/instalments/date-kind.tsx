import { useNavigate } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { ChoiceFilter } from '#kit/list/choice-filter.tsx';

const pages = { action: links.instalments, collection: links.omni };

/** Which date of the instalments is listed; each has its address. */
export function DateKind({ value }: { value: keyof typeof pages }) {
  const { href } = useTenant();
  const navigate = useNavigate();
  return (
    <ChoiceFilter
      label="Date"
      isAlways
      value={value}
      options={[
        { code: 'action', label: 'Action date' },
        { code: 'collection', label: 'Collection date' },
      ]}
      onChange={(kind) => void navigate(href(pages[kind as keyof typeof pages]()))}
    />
  );
}
