# Golem Table in a container: docs/docker.md says how to build and run it.
ARG PYTHON=3.13

FROM python:${PYTHON}-slim-bookworm AS build
# cobs, of which there are no wheels for Linux, builds its quick part with a compiler.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements requirements
ENV VIRTUAL_ENV=/opt/golem-table UV_PYTHON_DOWNLOADS=never
RUN python -m venv /opt/uv \
    && /opt/uv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements/uv.txt \
    && /opt/uv/bin/uv venv --no-cache --python "$(command -v python)" "$VIRTUAL_ENV" \
    && /opt/uv/bin/uv pip install --no-cache --only-binary :all: --no-binary cobs \
        --build-constraints requirements/cobs-build.txt --require-hashes -r requirements/run.txt \
    # No screen, no libGL: OpenCV without windows.
    && /opt/uv/bin/uv pip uninstall opencv-python \
    && /opt/uv/bin/uv pip install --no-cache --no-deps --only-binary :all: --require-hashes -r requirements/headless.txt
COPY pyproject.toml hatch_build.py README.md LICENSE LICENSE-CONTENT ./
COPY boards boards
COPY calibration calibration
COPY controller controller
COPY firmware_bridge firmware_bridge
COPY hardware hardware
RUN "$VIRTUAL_ENV/bin/hatchling" build -t wheel -d dist \
    && /opt/uv/bin/uv pip install --no-cache --no-deps dist/*.whl

FROM python:${PYTHON}-slim-bookworm
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends mosquitto \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 1000 --create-home --home-dir /table golem
COPY --from=build /opt/golem-table /opt/golem-table
ENV PATH=/opt/golem-table/bin:$PATH PYTHONUNBUFFERED=1
USER 1000
# table.yaml, the records in games/, the printed kit in out/.
WORKDIR /table
VOLUME /table
EXPOSE 8080
# As Ctrl-C: the robots are stopped first.
STOPSIGNAL SIGINT
ENTRYPOINT ["golem"]
CMD ["--help"]
