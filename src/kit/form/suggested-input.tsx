import { CodeInput } from './code-input.tsx';
import { useSuggestions } from './field-options.ts';
import { TypedInput, type InputProps } from './typed-input.tsx';

export function SuggestedInput(props: InputProps) {
  const { doubt: _doubt, onChange, ...rest } = props;
  const options = useSuggestions(props.fieldName);
  if (options.length === 0) return <TypedInput {...props} />;
  return <CodeInput {...rest} options={options} onChoose={onChange} />;
}
