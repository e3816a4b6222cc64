"""Fill a tracking server of MLflow: `fill.py FOLDER`."""

import os
import sys
from pathlib import Path

os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"

from mlflow import MlflowClient

FOLDER = Path(sys.argv[1])
START = 1_772_400_000_000
EXPERIMENTS = {
    "churn-prediction": """\
baseline-logreg|logistic_regression|0.1|0.712|0.641|ana
forest-100|random_forest|100|0.784|0.702|ana
forest-500|random_forest|500|0.791|0.709|ana
boost-shallow|gradient_boosting|3|0.823|0.744|bo
boost-deep|gradient_boosting|8|0.818|0.751|bo
mlp-small|neural_net|64|0.765|0.688|chen""",
    "demand-forecast": """\
naive-last-week|naive|7|0.551|0.502|dora
arima-weekly|arima|52|0.634|0.587|dora
prophet-holidays|prophet|12|0.702|0.663|ana
lstm-two-layers|neural_net|128|0.689|0.671|chen""",
    "spam-filter": """\
bayes-words|naive_bayes|1|0.942|0.903|bo
bayes-bigrams|naive_bayes|2|0.951|0.917|bo
svm-linear|svm|1|0.967|0.938|chen""",
    "old-sandbox": "try-1|naive|1|0.5|0.5|ana",
}
MODELS = {
    "churn-classifier": ("Predicts who cancels within 30 days.", ["boost-shallow", "boost-deep"]),
    "demand-forecaster": ("Weekly demand per store.", ["prophet-holidays"]),
    "spam-detector": ("", ["bayes-words", "bayes-bigrams", "svm-linear"]),
    "price-elasticity": ("Not used any more.", []),
}


def main() -> None:
    FOLDER.mkdir(parents=True)
    client = MlflowClient(f"sqlite:///{FOLDER}/mlflow.db")
    runs = {}
    for name, lines in EXPERIMENTS.items():
        experiment = client.create_experiment(name, artifact_location="mlflow-artifacts:/" + name)
        client.set_experiment_tag(experiment, "mlflow.experimentKind", "custom_model_development")
        for line in lines.splitlines():
            title, kind, size, accuracy, recall, user = line.split("|")
            begun = START + 3_600_000 * len(runs)
            run = client.create_run(experiment, start_time=begun, run_name=title, tags={"mlflow.user": user})
            runs[title] = run.info.run_id
            for key, value in {"model": kind, "size": size}.items():
                client.log_param(run.info.run_id, key, value)
            for key, value in {"accuracy": accuracy, "recall": recall}.items():
                client.log_metric(run.info.run_id, key, float(value), timestamp=begun + 60_000)
            client.set_terminated(run.info.run_id, end_time=begun + 90_000)
    client.set_experiment_tag(client.get_experiment_by_name("spam-filter").experiment_id, "team", "mail")
    for name, (description, versions) in MODELS.items():
        client.create_registered_model(name, description=description)
        for title in versions:
            client.create_model_version(name, f"mlflow-artifacts:/{title}", run_id=runs[title])
    client.set_registered_model_alias("churn-classifier", "champion", "1")
    client.set_registered_model_alias("spam-detector", "champion", "2")
    client.set_registered_model_tag("spam-detector", "owner", "bo")


main()
