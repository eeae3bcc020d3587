import { type FormEvent, useState } from "react";
import type { Words } from "./words.ts";

export interface Outcome {
  readonly words: Words;
  /** The page is about to be left: the form stays busy. */
  readonly isLeaving?: boolean;
}

export interface Submission {
  readonly isLoading: boolean;
  /** Undefined until the form has something of its own to say. */
  readonly words: Words | undefined;
  /** Of the form: submits once at a time, by Enter or the button. */
  readonly onSubmit: (event: FormEvent) => void;
}

/**
 * A form's way to the server and back.
 * @param post sends what the fields hold; resolves to what is to be said.
 * @param onFailure what is said when the call itself failed.
 */
export function useSubmission(post: () => Promise<Outcome>, onFailure: Words | undefined): Submission {
  const [isLoading, setIsLoading] = useState(false);
  const [words, setWords] = useState<Words>();

  async function submit(): Promise<void> {
    setIsLoading(true);
    setWords({ text: "", style: "plain" });
    try {
      const { words, isLeaving = false } = await post();
      setWords(words);
      setIsLoading(isLeaving);
    } catch (error) {
      console.warn("form:", error);
      setWords(onFailure);
      setIsLoading(false);
    }
  }

  return {
    isLoading,
    words,
    onSubmit(event) {
      event.preventDefault();
      if (!isLoading) void submit();
    },
  };
}
