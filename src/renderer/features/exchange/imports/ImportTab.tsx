import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ApiFailure } from "../../../app/client/client.ts";
import { JobOutcome } from "../../jobs/JobOutcome.tsx";
import { JobProgress } from "../../jobs/JobProgress.tsx";
import { useJob } from "../../jobs/jobs.ts";
import { EmptyState } from "../../../ui/messages/EmptyState.tsx";
import { QueryFailure } from "../../../ui/messages/FailureNotice.tsx";
import { takeFile, useChosenFile } from "../chosenFile.ts";
import classes from "../Exchange.module.css";
import { ImportReview } from "./ImportReview.tsx";
import { ImportResultView } from "./ImportResultView.tsx";
import { ImportStart } from "./ImportStart.tsx";
import { previewOf, resultOf, sendFile } from "./imports.ts";
import { UploadProgress, useUpload, wasStopped } from "./Upload.tsx";

/** Choosing a file, seeing what it brings, applying it: the work's number stands in the address. */
export function ImportTab() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const id = Number(params.get("job")) || null;
  const job = useJob(id);
  const follow = (next: number) => setParams({ job: String(next) });
  const startAgain = () => {
    reading.reset();
    setParams({});
  };
  const dropped = useChosenFile();
  const upload = useUpload();
  const reading = useMutation({
    mutationFn: (file: File) => upload.send(file, (options) => sendFile(file, options)),
    onSuccess: ({ id: started }) => follow(started),
    onError: () => setParams({}, { replace: true }),
  });
  const { mutate } = reading;
  useEffect(() => {
    if (dropped === null) return;
    const file = takeFile();
    if (file !== null) mutate(file);
  }, [dropped, mutate]);

  if (upload.large !== null) return <UploadProgress {...upload.large} stop={upload.stop} />;
  if (reading.isPending)
    return (
      <p role="status" className={classes.panel}>
        {t("import.sending", { name: reading.variables.name })}
      </p>
    );
  if (id === null)
    return <ImportStart read={mutate} failure={wasStopped(reading.error) ? null : reading.error} />;
  if (job.data === undefined) {
    const isGone = job.error instanceof ApiFailure && job.error.status === 404;
    if (isGone)
      return (
        <EmptyState
          title={t("import.goneTitle")}
          text={t("import.gone")}
          action={<Button onClick={startAgain}>{t("import.startAgain")}</Button>}
        />
      );
    return job.isError ? <QueryFailure of={job} /> : null;
  }
  if (job.data.state === "running")
    return (
      <div className={classes.panel}>
        <JobProgress job={job.data} />
      </div>
    );
  const preview = previewOf(job.data);
  if (preview !== null)
    return (
      <ImportReview
        key={job.data.id}
        job={job.data}
        preview={preview}
        follow={follow}
        startAgain={startAgain}
      />
    );
  const result = resultOf(job.data);
  if (result !== null)
    return <ImportResultView job={job.data} result={result} startAgain={startAgain} />;
  return (
    <>
      <JobOutcome job={job.data} />
      <Group gap={8}>
        <Button onClick={startAgain}>{t("import.startAgain")}</Button>
      </Group>
    </>
  );
}
